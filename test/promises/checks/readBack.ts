/** P4, its second half: the ranges of successive windows tile a Spill, and reading them gives its bytes. */
import fc from "fast-check";
import type { SpillSink } from "spillway";
import { isInside } from "../../bound/oracle.js";
import { nearlyUtf8 } from "../../support/arbitraries.js";
import { COUNTERS } from "../cases/options.js";
import { anyText } from "../cases/texts.js";
import { hold, holdSame } from "../hold.js";
import type { Library } from "../library.js";

const content: fc.Arbitrary<Uint8Array> = fc.oneof(
  anyText.map((text) => new TextEncoder().encode(text)),
  nearlyUtf8(60),
);
const limits = fc.oneof(
  fc.record({ maxBytes: fc.integer({ min: 4, max: 300 }) }),
  fc.record({ maxChars: fc.integer({ min: 2, max: 300 }) }),
  fc.record({ maxLines: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ maxTokens: fc.integer({ min: 4, max: 90 }), maxBytes: fc.integer({ min: 4, max: 300 }) }),
);
const request = fc.constantFrom({}, { bytes: { from: 0 } }, { lines: { from: 1 } });

export const readBack = (library: Library) =>
  fc.asyncProperty(content, limits, request, async (bytes, room, first) => {
    const { sink, id } = await kept(library, bytes);
    let at = 0;
    const pieces: Uint8Array[] = [];
    for (let next: typeof first | undefined = first, round = 0; next !== undefined; round++) {
      hold(round <= bytes.length + 1, "every window moves on");
      const window: Awaited<ReturnType<Library["readSpill"]>> = await library.readSpill(sink, id, next, room);
      hold(!("gone" in window), "the Spill is there");
      hold(isInside(window.text, room, COUNTERS.estimate), "a window is inside its limits");
      holdSame(window.range.start, at, "a window begins where the last one ended");
      holdSame(window.total, bytes.length, "the size of the Spill");
      hold(window.range.end > at || bytes.length === 0, "a window moves on");
      pieces.push(await sink.read(id, window.range));
      holdSame(window.text, new TextDecoder("utf-8", { ignoreBOM: true }).decode(pieces.at(-1)), "it shows its range");
      at = window.range.end;
      next = window.next as typeof first | undefined;
    }
    holdSame(at, bytes.length, "the last window ends where the Spill does");
    hold(Buffer.concat(pieces).equals(bytes), "all of them are the Spill");
  });

async function kept(library: Library, bytes: Uint8Array): Promise<{ sink: SpillSink; id: string }> {
  const sink = library.memorySpill({ key: "k" });
  const writer = await sink.create({});
  await writer.write(bytes);
  return { sink, id: (await writer.commit()).id };
}
