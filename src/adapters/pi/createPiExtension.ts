import { checkObject, checkString } from "../../internal/check.js";
import { isSame } from "./batch/batch.js";
import { registerCommand } from "./command/command.js";
import { emergencyCut } from "./emergency.js";
import { callIdsOf, eventOf, resultsOf } from "./messages.js";
import type { Shown } from "./result/types.js";
import { createSession, type Session } from "./session.js";
import { findAgentDirectory } from "./settings/files.js";
import { DEFAULT_SETTINGS, type PiSettings, SETTING_KEYS } from "./settings/keys.js";
import { isRecord, resolveSettings, SECTION } from "./settings/resolve.js";
import type { PiApi, PiContext, PiToolResult, PiToolResultChange } from "./types.js";

/** Options of `createPiExtension`. @public */
export interface PiExtensionOptions {
  /**
   * pi's own folder: complete results are kept below it, in `output-limits`.
   *
   * @defaultValue the environment's `PI_CODING_AGENT_DIR`, else `~/.pi/agent`
   */
  readonly agentDirectory?: string | undefined;
  /** What holds where no settings file says otherwise. */
  readonly defaults?: Partial<PiSettings> | undefined;
}

/**
 * Makes the extension for pi: it bounds what tools return by what the context window has left, settles the calls of a message
 * together, and keeps complete results in files that the model can read.
 *
 * @throws TypeError for an option of the wrong type, or a default outside its range
 * @example
 * ```ts
 * export default createPiExtension({ defaults: { shareOfHeadroom: 0.5 } });
 * ```
 * @public
 */
export function createPiExtension(options: PiExtensionOptions = {}): (pi: PiApi) => void {
  checkObject("options", options);
  const { agentDirectory } = options;
  if (agentDirectory !== undefined) checkString("agentDirectory", agentDirectory);
  const defaults = checkDefaults(options.defaults);

  return (pi) => {
    let session: Session | undefined;
    const folder = () => agentDirectory ?? findAgentDirectory();

    /** A session that began before this was loaded is met at its first event. */
    const current = (ctx: PiContext): Session => {
      const id = ctx.sessionManager.getSessionId();
      if (session?.id !== id) session = openSession(pi, ctx, { agentDirectory: folder(), defaults });
      return session;
    };

    pi.on("session_start", (_event, ctx) =>
      safely(nothing, async () => {
        const { store, settings, isOn } = current(ctx);
        // Not waited for: a session does not begin later because the last ones left much.
        if (isOn()) void store.sink.sweep(settings.spill).catch(() => undefined);
      }),
    );
    pi.on("session_shutdown", ({ reason }, ctx) =>
      safely(nothing, async () => {
        // A session without a file is never taken up again: nobody can ask for what it kept.
        const isLost = reason === "quit" && ctx.sessionManager.getSessionFile() === undefined;
        if (isLost) await session?.store.sink.removeSession(session.id);
      }),
    );
    pi.on("message_end", ({ message }, ctx) =>
      safely(nothing, async () => {
        if (!isRecord(message)) return undefined;
        const own = current(ctx);
        if (message["role"] === "assistant") own.begin(callIdsOf(message));
        if (message["role"] !== "toolResult" || !own.isOn()) return undefined;
        return settled(own, message, ctx);
      }),
    );
    pi.on("tool_result", (event, ctx) =>
      safely(
        () => emergencyCut(event),
        async () => {
          // What a script calls goes to the script alone; what it prints comes here by itself.
          if (event.parentToolCallId !== undefined) return undefined;
          const own = current(ctx);
          return own.isOn() ? changed(event, await own.take(event, ctx, false)) : undefined;
        },
      ),
    );
    pi.on("tool_execution_end", ({ result, parentToolCallId, ...event }, ctx) =>
      safely(nothing, async () => {
        // A call that never ran has no `tool_result`: its siblings wait for its size all the same.
        const own = current(ctx);
        const content: unknown = isRecord(result) ? result["content"] : undefined;
        if (parentToolCallId !== undefined || !own.isOn() || own.knows(event.toolCallId, content)) return;
        await own.take(eventOf({ ...event, content, details: result?.details }), ctx, true);
      }),
    );
    registerCommand(pi, { current, agentDirectory: folder });
  };
}

function openSession(pi: PiApi, ctx: PiContext, where: { agentDirectory: string; defaults: PiSettings }): Session {
  const piSettings: unknown = orElse({}, () => pi.getSettings());
  const section = isRecord(piSettings) ? piSettings[SECTION] : undefined;
  const { settings, problems } = resolveSettings(section, where.defaults);
  if (problems.length > 0) ctx.ui.notify(`output-limits: ${problems.join("; ")}`, "warning");
  let isTold = false;
  return createSession({
    id: ctx.sessionManager.getSessionId(),
    settings,
    piSettings,
    agentDirectory: where.agentDirectory,
    seq: orElse(0, () => resultsOf(ctx.sessionManager.getBranch())),
    onUnsaved() {
      if (isTold) return;
      isTold = true;
      ctx.ui.notify(
        "output-limits: a complete output could not be saved; such results stay as pi made them",
        "warning",
      );
    },
  });
}

/** What pi is to take in place of a result; `undefined` where nothing changed. */
function changed(event: PiToolResult, shown: Shown): PiToolResultChange | undefined {
  const isSame = shown.content === event.content;
  if (isSame && shown.details === event.details) return undefined;
  return {
    ...(isSame ? {} : { content: shown.content }),
    ...(shown.details === undefined ? {} : { details: shown.details }),
    // pi drops it where there is new content, and handlers behind this one may want it.
    ...(event.structuredContent === undefined ? {} : { structuredContent: event.structuredContent }),
  };
}

/** The message of a result, settled with its siblings. */
async function settled(own: Session, message: Record<string, unknown>, ctx: PiContext) {
  const event = eventOf(message);
  // Where another extension put something else in its place, that is what is bounded.
  if (!own.knows(event.toolCallId, event.content)) await own.take(event, ctx, true);
  const shown = await own.settle(event.toolCallId);
  if (shown === undefined || (isSame(shown.content, event.content) && shown.details === event.details))
    return undefined;
  return { message: { ...message, content: shown.content, details: shown.details } };
}

/** What pi cannot say is taken for unknown. */
function orElse<T>(otherwise: T, ask: () => T): T {
  try {
    return ask();
  } catch {
    return otherwise;
  }
}

/** pi lets a result through as it is where a handler throws: none of ours does. */
async function safely<T>(otherwise: () => T, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return orElse(undefined, otherwise);
  }
}

function nothing(): undefined {}

function checkDefaults(defaults: Partial<PiSettings> = {}): PiSettings {
  checkObject("defaults", defaults);
  const { problems } = resolveSettings(defaults);
  const wrong = SETTING_KEYS.find(({ name }) => problems.some((problem) => problem.startsWith(`${SECTION}.${name} `)));
  if (wrong !== undefined) throw new TypeError(`defaults.${wrong.name} must be ${wrong.rule}`);
  return { ...DEFAULT_SETTINGS, ...resolveSettings(defaults).settings };
}
