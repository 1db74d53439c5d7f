/** `node piClient.mjs CLIENT FILE COMMAND`: reads a file through a server, with pi's client, and reports what came. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const [, , clientPath, file, json] = process.argv;
const [command, ...args] = JSON.parse(json);
const { McpClient, StdioTransport } = await import(pathToFileURL(clientPath).href);
const { limitMcpContent } = await import(pathToFileURL(join(dirname(clientPath), "output-limit.js")).href);

const client = new McpClient({ name: "pi-test", version: "1" });
await client.connect(new StdioTransport({ command, args }));
const tools = (await client.listTools()).map(({ name }) => name);
const result = await client.callTool("read_text_file", { path: file });
const limited = await limitMcpContent(result.content.filter(({ type }) => type === "text"));
const textOf = (content) => content.map(({ text }) => text).join("\n");
const given = textOf(result.content.filter(({ type }) => type === "text"));

let text = "";
const id = /read_result \{"id":"([^"]+)"/.exec(given)?.[1];
for (let call = id && { id }; call !== undefined; ) {
  const window = textOf((await client.callTool("read_result", call)).content);
  const end = window.indexOf("\n");
  text += window.slice(end + 1);
  const next = / next: read_result (\{.*\})$/.exec(window.slice(0, end))?.[1];
  call = next && JSON.parse(next);
}
await client.close();

const report = {
  tools,
  resultBytes: Buffer.byteLength(JSON.stringify(result)),
  modelBytes: Buffer.byteLength(textOf(limited.content)),
  start: given.slice(0, 200),
  isCutByPi: textOf(limited.content) !== given,
  windows: id === undefined ? "none" : text === readFileSync(file, "utf8") ? "same" : "different",
};
process.stdout.write(JSON.stringify(report));
