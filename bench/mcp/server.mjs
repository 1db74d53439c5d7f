/** A server with one tool, whose result has as many bytes of text as it is asked for. */
import { createInterface } from "node:readline";

const LINE = '2026-11-30T12:00:00Z request served "ok" from /srv/www/index.html in 12 ms\n';
/** Made once, so that what is measured is the way of it. */
const made = new Map();

function textOf(bytes) {
  const text =
    made.get(bytes) ??
    JSON.stringify({ content: [{ type: "text", text: LINE.repeat(Math.ceil(bytes / LINE.length)) }] });
  made.set(bytes, text);
  return text;
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "tools/call")
    process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":${textOf(params.arguments.bytes)}}\n`);
  else process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":{"capabilities":{"tools":{}}}}\n`);
});
