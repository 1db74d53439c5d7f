/** What a guest prints and stores, answered at once: JSON text to JSON text. */
import { admitJson } from "../../../json/admit.js";
import { projectError, projectRefusal } from "../errors/projectError.js";
import { dataOf } from "../errors/read.js";
import { ScriptError } from "../errors/scriptError.js";
import type { ConsoleLevel, ScriptImage, ScriptOutput } from "../output/createScriptOutput.js";
import type { ScriptStore } from "../store.js";
import type { Scope } from "../types.js";
import { copyOut, type GuestText } from "./guestText.js";
import { readRefusal } from "./takeReturn.js";

export interface EmitSetting {
  readonly output: ScriptOutput | undefined;
  readonly store: ScriptStore | undefined;
  readonly maxErrorBytes: number;
}

/** Never throws. */
export function createEmitter(setting: EmitSetting): (what: string, text: GuestText) => string {
  return (what, text) => {
    try {
      const value = take(String(what), text, setting);
      const json = value === undefined ? undefined : admitJson(value, { trusted: true }); // any depth
      return json?.ok ? `{"ok":true,"value":${json.text}}` : '{"ok":true}';
    } catch (thrown) {
      const context = { operation: String(what), maxBytes: setting.maxErrorBytes } as const;
      return JSON.stringify({
        ok: false,
        error: projectError(thrown, { ...context, scope: scopeOf(context.operation) }),
      });
    }
  };
}

function take(what: string, text: GuestText, setting: EmitSetting): unknown {
  const { output, store } = setting;
  const read = (maxChars: number) => parse(what, text, maxChars, output);
  switch (what) {
    case "text":
      return present("text", output).text(read(output?.maxChars ?? 0) as string);
    case "console": {
      const line = read(output?.maxChars ?? 0);
      return present("console", output).console(dataOf(line, "level") as ConsoleLevel, dataOf(line, "text") as string);
    }
    case "image":
      return present("image", output).image(read(output?.maxChars ?? 0) as ScriptImage);
    case "store": {
      const entry = read(store?.maxValueChars ?? 0);
      return present("store", store).set(dataOf(entry, "key") as string, dataOf(entry, "value"));
    }
    case "load":
      return present("store", store).get(read(store?.maxValueChars ?? 0) as string);
    case "refuse":
      return refuse(read(setting.maxErrorBytes), output);
    default:
      throw new TypeError("this is nothing that a guest can emit");
  }
}

/** Each unit of a text is one to six of its JSON: only what is certainly too long is refused unread. */
function parse(what: string, text: GuestText, maxChars: number, output: ScriptOutput | undefined): unknown {
  const copied = copyOut(text, UNITS_IN_JSON * maxChars + ENVELOPE_BYTES);
  if ("text" in copied) return JSON.parse(copied.text);
  if (output !== undefined && PRINTS.includes(what))
    output.exceed(what, Math.ceil(copied.excess.measured / UNITS_IN_JSON));
  throw new RangeError("it is too large");
}

/** A value that the guest's half would not encode: the host has the words for it. */
function refuse(report: unknown, output: ScriptOutput | undefined): never {
  const refusal = readRefusal(dataOf(report, "refusal"));
  const limit = dataOf(report, "limit");
  const operation = dataOf(report, "operation");
  if (refusal === undefined || typeof operation !== "string" || typeof limit !== "number" || !(limit >= 0)) {
    throw new TypeError("this is no refusal");
  }
  if (refusal.reason === "capacity" && output !== undefined && PRINTS.includes(operation)) {
    output.exceed(operation, refusal.atLeast);
  }
  throw new ScriptError(projectRefusal(refusal, limit, { operation, scope: scopeOf(operation) }));
}

function present<T>(name: string, part: T | undefined): T {
  if (part === undefined) throw new TypeError(`nothing takes ${name} here`);
  return part;
}

function scopeOf(operation: string): Scope {
  if (operation === "store" || operation === "load") return "script-store";
  return PRINTS.includes(operation) ? "script-output" : "tool-arguments";
}

const PRINTS: readonly string[] = ["text", "console", "image"];
const UNITS_IN_JSON = 6;
const ENVELOPE_BYTES = 1024;
