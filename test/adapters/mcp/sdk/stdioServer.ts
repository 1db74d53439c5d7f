/** A server as a process, of the SDK that its argument names; its Spills are in a folder that all its processes share. */
import { StdioServerTransport as StdioV1 } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StdioServerTransport as StdioV2, serveStdio } from "@modelcontextprotocol/server/stdio";
import { boundTransport } from "spillway/mcp";
import { fileSpill } from "spillway/spill/file";
import { serverV1, serverV2 } from "./servers.js";

const [sdk = "", directory = ""] = process.argv.slice(2);
const options = { maxEncodedBytes: 4000, spill: fileSpill({ directory }), sessionId: "conversation" };
if (sdk === "v1") await serverV1().connect(boundTransport(new StdioV1(), options));
else serveStdio(serverV2, { transport: boundTransport(new StdioV2(), options) });
