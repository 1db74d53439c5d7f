/** Output as tools really print it: progress that is redrawn, a code page, the one line that matters, and what is no text. */
import { strict as assert } from "node:assert";
import { boundResult, ERROR_LINES } from "spillway";
import { createDecoder } from "spillway/encoding";
import { memorySpill, readSpill } from "spillway/spill";

const spill = memorySpill();
const limits = { maxBytes: 700 };
const decode = () => createDecoder();

/** A build on a terminal: two lines of progress, drawn again and again, and an error in the middle of much else. */
async function* build() {
  yield "fetch: waiting\nbuild: waiting\n";
  for (let done = 0; done <= 100; done += 5) {
    yield `\u001b[2A\u001b[2K\rfetch: ${done} %\n\u001b[2K\rbuild: ${Math.max(0, done - 10)} %\n`;
  }
  for (let at = 0; at < 4000; at++) yield `\u001b[32mcompiled\u001b[0m module-${at}\n`;
  yield "src/main.c:12:5: error: ‘count’ undeclared\n";
  for (let at = 4000; at < 8000; at++) yield `\u001b[32mcompiled\u001b[0m module-${at}\n`;
}

const built = await boundResult(build(), { limits, spill, clean: true, pin: ERROR_LINES, exitCode: 1 });
console.log(built.text);
assert(built.text.startsWith("fetch: 100 %\nbuild: 90 %\ncompiled module-0\n"));
assert(built.text.includes("\n4003:src/main.c:12:5: error: ‘count’ undeclared\n"));
assert(Buffer.byteLength(built.text) <= limits.maxBytes);

/** 错误：系统找不到指定的文件。, as a Chinese Windows prints it: the chunks part a character. */
const gbk = Buffer.from("b4edcef3a3bacfb5cdb3d5d2b2bbb5bdd6b8b6a8b5c4cec4bcfea1a30d0a", "hex");
const chunks = Array.from({ length: 200 }, () => [gbk.subarray(0, 5), gbk.subarray(5)]).flat();
const decoded = await boundResult(chunks, { limits, spill, decode });
console.log(decoded.text);
assert(decoded.text.startsWith("错误：系统找不到指定的文件。\r\n"));
assert(decoded.spill.state === "kept" && decoded.spill.ref.bytes === 200 * gbk.length);

// Windows of it are read in the encoding by its name.
const request = { lines: { from: 100, count: 1 } };
const named = { decode: () => createDecoder({ encoding: "gbk" }) };
const window = await readSpill(spill, decoded.spill.ref.id, request, limits, named);
assert("text" in window && window.text === "错误：系统找不到指定的文件。\r\n");

const image = Buffer.concat([Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), Buffer.alloc(50_000, 7)]);
const shown = await boundResult(image, { limits, spill });
console.log(shown.text);
assert.deepEqual([shown.kind, shown.binary?.name, shown.sourceBytes], ["binary", "PNG image", 50_016]);
