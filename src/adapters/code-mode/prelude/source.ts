/** The guest's half of a bridge, as a program. It runs in the sandbox, so nothing that it says is trusted by the host. */

/**
 * Evaluates to a function of a configuration, which gives a function of `call` and `emit`, the host's half. It refuses what is
 * too large before it is encoded, and what has no JSON with its place. Whatever the program patches later, such as
 * `Array.prototype.toJSON`, these functions were taken before.
 *
 * QuickJS, V8, and whatever else has ECMAScript 2020.
 */
export const PRELUDE_SOURCE: string = String.raw`(function (config) {
  "use strict";
  const { stringify, parse } = JSON;
  const { create, defineProperty, freeze, getOwnPropertyDescriptor, getPrototypeOf, keys } = Object;
  const { isArray } = Array;
  const { toJSON: dateToJSON, toISOString: dateToISOString } = Date.prototype;
  const ErrorClass = Error, StringClass = String, DateClass = Date, SetClass = Set, WeakMapClass = WeakMap;
  const BOXES = [String, Number, Boolean, BigInt];

  // A size in JSON that is never too high, counted to "max" and no further; or what has no JSON, and where.
  function inspect(root, max) {
    let units = 0;
    let problem;
    const frames = [];
    const open = new SetClass();

    function refuse(kind, key) {
      const path = frames.map((frame) => frame.key).slice(1);
      if (frames.length > 0) path.push(key);
      const pointer = path.map((part) => "/" + part.replace(/~/g, "~0").replace(/\//g, "~1")).join("");
      problem = { reason: "unsupported", kind, pointer, atLeast: units };
    }

    function enter(value, key) {
      const type = typeof value;
      if (type === "string") units += value.length + 2;
      else if (type === "number") units += 1;
      else if (value === null || type === "boolean") units += 4;
      else if (type === "bigint") refuse("bigint", key);
      else if (type === "object" || (type === "function" && method(value, "toJSON") !== undefined)) enterObject(value, key);
      else if (frames.length === 0) refuse("absent", key);
      else if (frames[frames.length - 1].isArray) units += 4;
      else units -= key.length + 3;
    }

    function enterObject(value, key) {
      if (open.has(value)) return refuse("cycle", key);
      const toJSON = method(value, "toJSON");
      if (toJSON === dateToJSON && value instanceof DateClass && method(value, "toISOString") === dateToISOString) units += 4;
      else if (toJSON !== undefined) refuse("toJSON", key);
      else if (BOXES.some((box) => value instanceof box)) refuse("boxed", key);
      else {
        const list = isArray(value);
        const names = list ? undefined : keys(value);
        const length = list ? value.length : names.length;
        units += length === 0 ? 2 : length + 1;
        open.add(value);
        frames.push({ value, key, isArray: list, names, length, at: 0 });
      }
    }

    // A member that JSON would read; an accessor counts as one, since it would run.
    function method(value, name) {
      for (let object = value; object !== null; object = getPrototypeOf(object)) {
        const property = getOwnPropertyDescriptor(object, name);
        if (property !== undefined) return property.get ?? (typeof property.value === "function" ? property.value : undefined);
      }
      return undefined;
    }

    enter(root, "");
    while (problem === undefined && units <= max && frames.length > 0) {
      const frame = frames[frames.length - 1];
      if (frame.at === frame.length) {
        open.delete(frame.value);
        frames.pop();
        continue;
      }
      const key = frame.isArray ? StringClass(frame.at) : frame.names[frame.at];
      frame.at++;
      const property = getOwnPropertyDescriptor(frame.value, key);
      if (property === undefined) units += frame.isArray ? 4 : 0;
      else if ("value" in property) {
        if (!frame.isArray) units += key.length + 3;
        enter(property.value, key);
      } else refuse("accessor", key);
    }
    return problem ?? (units > max ? { reason: "capacity", atLeast: units } : undefined);
  }

  // The JSON of a value, or why there is none.
  function encode(value, max) {
    const refusal = inspect(value, max);
    if (refusal !== undefined) return { refusal };
    const json = stringify(value);
    return json.length > max ? { refusal: { reason: "capacity", atLeast: json.length } } : { json };
  }

  // Which call a failure came from, so that the host can say more of it than the program handed on.
  const callOf = new WeakMapClass();

  function errorOf(projected, call) {
    const error = new ErrorClass(projected.message);
    for (const key of keys(projected)) {
      if (key !== "message" && key !== "stack") defineProperty(error, key, { value: projected[key], enumerable: true, writable: true, configurable: true });
    }
    defineProperty(error, "name", { value: "ScriptError", writable: true, configurable: true });
    if (call !== undefined) callOf.set(error, call);
    return error;
  }

  function open(reply) {
    if (typeof reply !== "string" || reply === "") return undefined;
    const { ok, value, error, call } = parse(reply);
    if (ok) return value;
    throw errorOf(error, call);
  }

  return function (call, emit) {
    function tell(what, value, max) {
      if (emit === undefined) throw new ErrorClass("nothing takes a " + what + " here");
      const { json, refusal } = encode(value, max);
      return json === undefined ? report(what, refusal, max) : open(emit(what, json));
    }

    // The host finds the words, and knows what follows from it.
    function report(operation, refusal, limit) {
      if (emit !== undefined) open(emit("refuse", stringify({ operation, refusal, limit })));
      throw errorOf({ kind: refusal.reason, operation, message: operation + ": too large, or no JSON", limit, measured: refusal.atLeast, evidence: [], recover: [] });
    }

    const tools = create(null);
    for (const { name, key } of config.tools) {
      const tool = async (args) => {
        if (args === undefined) return open(await call(name, ""));
        const { json, refusal } = encode(args, config.argumentUnits);
        return refusal === undefined ? open(await call(name, json)) : report(name, refusal, config.argumentUnits);
      };
      defineProperty(tools, key, { value: tool, enumerable: true });
      if (name !== key) defineProperty(tools, name, { value: tool, enumerable: false });
    }
    freeze(tools);

    function lineOf(value) {
      if (typeof value === "string") return value;
      try {
        if (value instanceof ErrorClass) return value.name + ": " + value.message;
        const { json, refusal } = encode(value, config.outputUnits);
        if (json !== undefined) return json;
        if (refusal.reason === "capacity") report("console", refusal, config.outputUnits);
      } catch (error) {
        if (callOf.has(error) || error.scope !== undefined) throw error;
      }
      try {
        return StringClass(value);
      } catch {
        return "[object]";
      }
    }

    function textOf(value) {
      if (typeof value === "string") return value;
      const { json, refusal } = value === undefined ? { json: "undefined" } : encode(value, config.outputUnits);
      return refusal === undefined ? json : report("text", refusal, config.outputUnits);
    }

    // An engine that answers later, or never, does not stop a program that prints without end: the guest counts as well.
    let leftUnits = config.outputUnits, leftItems = config.outputItems;

    // The size of a text is told by its length: JSON of one that is too long is never made.
    function print(what, text, value) {
      if (leftUnits < 0 || leftItems < 0) throw new ErrorClass("the program has printed too much");
      leftUnits -= text.length;
      leftItems -= 1;
      if (leftUnits < 0) report(what, { reason: "capacity", atLeast: text.length }, config.outputUnits);
      if (emit === undefined) return;
      const reply = emit(what, stringify(value));
      if (leftItems < 0 && typeof reply !== "string") throw new ErrorClass("the program has printed too much");
      open(reply);
    }

    const console = {};
    for (const level of ["log", "info", "warn", "error", "debug"]) {
      console[level] = (...parts) => {
        const text = parts.map(lineOf).join(" ");
        print("console", text, { level, text });
      };
    }
    freeze(console);

    function describe(thrown) {
      const clip = (text) => (text.length > config.errorUnits ? text.slice(0, config.errorUnits) : text);
      try {
        if (!isObject(thrown) || typeof thrown.message !== "string") {
          const { json } = typeof thrown === "string" ? { json: undefined } : encode(thrown, config.errorUnits);
          const text = typeof thrown === "string" ? thrown : json ?? StringClass(thrown);
          return { message: clip(text), cut: text.length > config.errorUnits };
        }
        const [name, message, stack] = [thrown.name, thrown.message, thrown.stack ?? ""].map((part) => StringClass(part));
        const cut = message.length > config.errorUnits;
        return { name: name.slice(0, 64), message: clip(message), stack: clip(stack), cut };
      } catch {
        return { message: "the program threw what cannot be described", cut: false };
      }
    }

    function isObject(value) {
      return typeof value === "object" && value !== null;
    }

    const guest = freeze({
      tools,
      console,
      text: (value) => {
        const text = textOf(value);
        print("text", text, text);
      },
      image: ({ data, mimeType }) => print("image", data, { data, mimeType }),
      store: (key, value) => tell("store", { key, value }, config.storeUnits),
      load: (key) => tell("load", key, config.storeUnits),
      // Runs a program, and gives what it returned or threw as one text that is never too long.
      run: async (program) => {
        let value;
        try {
          value = await program(guest);
        } catch (thrown) {
          const call = isObject(thrown) ? callOf.get(thrown) : undefined;
          return stringify({ ok: false, thrown: describe(thrown), call });
        }
        if (value === undefined) return '{"ok":true}';
        try {
          const { json, refusal } = encode(value, config.returnUnits);
          return refusal === undefined ? '{"ok":true,"value":' + json + "}" : stringify({ ok: false, refusal });
        } catch (thrown) {
          return stringify({ ok: false, thrown: describe(thrown) });
        }
      },
    });
    return guest;
  };
})`;
