/** Real servers and clients of both SDKs, in both eras: what one of them validates, the bounded result must pass. */
import { memorySpill } from "spillway/spill";
import { describe, expect, it } from "vitest";
import { encodedSize } from "../arbitraries.js";
import { type AnyClient, connectPair, LOG, PAIRS, type Result, ROWS } from "./servers.js";

const LIMIT = 4000;

function firstOf({ content }: Result): string {
  return content[0]?.text ?? "";
}

function idIn(text: string): string {
  return /"id":"([^"]+)"/.exec(text)?.[1] ?? "";
}

describe.each(PAIRS)("server and client %s", (pair) => {
  async function using<T>(
    outputSchema: "strip" | "loosen" | "error",
    run: (client: AnyClient) => Promise<T>,
  ): Promise<T> {
    const client = await connectPair(pair, { maxEncodedBytes: LIMIT, spill: memorySpill(), outputSchema });
    try {
      return await run(client);
    } finally {
      await client.close();
    }
  }

  it.each(["strip", "loosen", "error"] as const)("should pass what its validators ask for: %s", async (policy) => {
    await using(policy, async (client) => {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual([
        "log",
        "rows",
        "count",
        "image",
        "fail",
        "read_result",
        "search_result",
      ]);
      expect(tools.filter(({ outputSchema }) => outputSchema !== undefined)).toHaveLength(policy === "strip" ? 0 : 4);
      for (const name of ["log", "rows", "image", "fail"]) {
        const result = await client.callTool({ name });
        expect(encodedSize(result)).toBeLessThanOrEqual(LIMIT);
        expect(firstOf(result)).toMatch(/^\[spillway: /);
        expect(result.isError ?? false).toBe(name === "fail" || (policy === "error" && name !== "image"));
        const hasMarker = policy === "loosen" && (name === "log" || name === "rows");
        expect(result.structuredContent !== undefined).toBe(hasMarker);
      }
      expect(await client.callTool({ name: "count" })).toMatchObject({ structuredContent: { count: 1 } });
    });
  });

  it("should read the rest by the added tools, each answer inside the limit", async () => {
    await using("strip", async (client) => {
      const id = idIn(firstOf(await client.callTool({ name: "log" })));
      const read = (args: Record<string, unknown>) =>
        client.callTool({ name: "read_result", arguments: { id, ...args } });
      let lines = "";
      for (let args: Record<string, unknown> | undefined = {}; args !== undefined; ) {
        const window = await read(args);
        expect(encodedSize(window)).toBeLessThanOrEqual(LIMIT);
        const [first = "", ...body] = firstOf(window).split("\n");
        lines += body.join("\n");
        const next = first.split("next: read_result ")[1];
        args = next === undefined ? undefined : (JSON.parse(next) as Record<string, unknown>);
      }
      expect(lines).toBe(LOG);
      const found = await client.callTool({
        name: "search_result",
        arguments: { id, query: "^line 29.9 ", regex: true },
      });
      expect(firstOf(found)).toContain('2910:line 2909 says "hello"');
      expect(await read({ id: "x-00000000" })).toMatchObject({ isError: true });
      const rows = idIn(firstOf(await client.callTool({ name: "rows" })));
      expect(firstOf(await read({ id: rows, pointer: "/rows/450" }))).toContain(JSON.stringify(ROWS[450]));
    });
  });

  it("should read the rest as resources", async () => {
    await using("strip", async (client) => {
      expect((await client.listResources()).resources).toEqual([]);
      expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([{ name: "spill" }]);
      const { content } = await client.callTool({ name: "log" });
      const { uri = "" } = content.find(({ type }) => type === "resource_link") ?? {};
      const { contents } = await client.readResource({ uri: `${uri}?line=1000` });
      expect(contents[0]?.text).toContain("line 999 says");
      await expect(client.readResource({ uri: "spill://x-00000000" })).rejects.toThrow(/no result is kept/);
    });
  });

  it("should keep the whole of what was thrown", async () => {
    await using("strip", async (client) => {
      const text = firstOf(await client.callTool({ name: "fail" }));
      expect(text).toContain("first words");
      expect(text).toContain("last words");
    });
  });
});
