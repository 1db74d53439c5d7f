/** The server of the conformance suite on stdin and stdout. */
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { makeServer } from "../mcp/fixture.js";

serveStdio(makeServer);
