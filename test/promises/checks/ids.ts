/** P7, of ids: from session, seq, tool and call id; from the digest where there is no call; one content, one Spill. */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { HOSTILE_NAMES, spill } from "../../spill/helpers.js";
import { hold, holdSame } from "../hold.js";
import type { Library } from "../library.js";

const name = fc.oneof(fc.constantFrom("bash", "call-1", "s"), fc.constantFrom(...HOSTILE_NAMES));
const meta = fc.record({ sessionId: name, tool: name, callId: name, seq: fc.nat(20) }, { requiredKeys: [] });

export const ids = (library: Library) =>
  fc.asyncProperty(meta, fc.string(), fc.string(), async (call, one, other) => {
    const sink = library.memorySpill({ key: "k" });
    const first = await spill(sink, call, [one]);
    hold(/^[a-z0-9_-][a-z0-9._-]{0,95}$/.test(first.id), "a well-formed id");
    holdSame(first.uri, `spill://${first.id}`, "its uri");
    holdSame((await spill(sink, call, [one])).id, first.id, "a replay finds the same Spill");
    holdSame((await spill(library.memorySpill({ key: "k" }), call, [one])).id, first.id, "also in another process");
    hold((await spill(library.memorySpill({ key: "q" }), call, [one])).id !== first.id, "nobody else can tell the id");
    if (one === other) return;
    const second = await spill(sink, call, [other]);
    hold(second.id !== first.id, "other content, another id");
    const namesCall = "callId" in call || "seq" in call;
    const digest = createHash("sha256").update(other).digest("hex");
    if (namesCall) holdSame(second.id, `${first.id.slice(0, 79)}-${digest.slice(0, 16)}`, "the digest is appended");
    holdSame(Buffer.from(await sink.read(first.id)).toString(), Buffer.from(one).toString(), "the first one stays");
    const elsewhere = await spill(sink, { ...call, callId: `${call.callId ?? ""}x` }, [one]);
    hold(elsewhere.id !== first.id, "another call, another id");
  });
