/** The two eras of the protocol: with a handshake (`initialize`, up to 2025-11-25), and without (from 2026-07-28 on). */
import { type Fields, isFields } from "../types.js";

export type Era = "legacy" | "modern";

/** A request of the modern era says so itself. */
export function eraOf(params: unknown): Era {
  return typeof metaOf(params)?.["io.modelcontextprotocol/protocolVersion"] === "string" ? "modern" : "legacy";
}

/** Who calls: said once in the handshake, or in each request. */
export function clientNameOf(method: string, params: unknown): string | undefined {
  const info = method === "initialize" && isFields(params) ? params["clientInfo"] : undefined;
  const client = info ?? metaOf(params)?.["io.modelcontextprotocol/clientInfo"];
  const name = isFields(client) ? client["name"] : undefined;
  return typeof name === "string" ? name : undefined;
}

export function metaOf(params: unknown): Fields | undefined {
  const meta = isFields(params) ? params["_meta"] : undefined;
  return isFields(meta) ? meta : undefined;
}

/** A result of our own as the era wants it. */
export function completed(result: Fields, era: Era): Fields {
  return era === "modern" ? { ...result, resultType: "complete" } : result;
}

/** The same for what may be cached: of what one connection may read, nothing is anybody else's. */
export function cacheable(result: Fields, era: Era): Fields {
  return era === "modern" ? { ...completed(result, era), ttlMs: 0, cacheScope: "private" } : result;
}

/** `METHOD_NOT_FOUND` of JSON-RPC. */
export const METHOD_NOT_FOUND = -32_601;
/** For a resource that is not there. */
export const NOT_FOUND: Readonly<Record<Era, number>> = { legacy: -32_002, modern: -32_602 };

/** `INTERNAL_ERROR` of JSON-RPC. */
export const INTERNAL_ERROR = -32_603;
