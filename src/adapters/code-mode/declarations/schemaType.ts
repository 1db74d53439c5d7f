/**
 * JSON Schema as a type of TypeScript, on one line. The schemas come from tools and servers that nobody vouches for: nothing is
 * fetched, no depth overflows the stack, and what is too long is `unknown`.
 */
import { dataOf } from "../errors/read.js";

/** @param maxChars - UTF-16 units; a longer type is `unknown` */
export function schemaType(schema: unknown, maxChars: number): string {
  const reader: Reader = { root: schema, leftSteps: MOST_STEPS, open: new Set() };
  const type = typeOf(schema, reader, 0);
  return type.length <= maxChars && reader.leftSteps > 0 ? type : "unknown";
}

interface Reader {
  readonly root: unknown;
  /** Schemas that may still be looked at: shared definitions can multiply without end. */
  leftSteps: number;
  /** References that are being followed. */
  readonly open: Set<string>;
}

function typeOf(schema: unknown, reader: Reader, depth: number): string {
  if (schema === false) return "never";
  if (!isRecord(schema) || depth > MOST_DEPTH || --reader.leftSteps <= 0) return "unknown";
  const inner = (part: unknown) => typeOf(part, reader, depth + 1);
  const $ref = dataOf(schema, "$ref");
  if (typeof $ref === "string") return referenced($ref, reader, depth);
  if (Object.hasOwn(schema, "const")) return literal(dataOf(schema, "const"));
  const values = dataOf(schema, "enum");
  if (Array.isArray(values)) return union(values.map(literal));
  const variants = dataOf(schema, "anyOf") ?? dataOf(schema, "oneOf");
  if (Array.isArray(variants)) return union(variants.map(inner));
  const parts = dataOf(schema, "allOf");
  if (Array.isArray(parts)) {
    const types = [...new Set(parts.map(inner))].filter((type) => type !== "unknown").map(grouped);
    return types.length === 0 ? "unknown" : types.join(" & ");
  }
  const type = dataOf(schema, "type");
  const types = Array.isArray(type) ? type : [type];
  const isNullable = dataOf(schema, "nullable") === true ? ["null"] : [];
  return union([...types.map((one) => ofType(one, schema, inner)), ...isNullable]);
}

function ofType(type: unknown, schema: object, inner: (part: unknown) => string): string {
  switch (type) {
    case "string":
    case "number":
    case "boolean":
    case "null":
      return type;
    case "integer":
      return "number";
    case "array":
      return arrayType(schema, inner);
    case "object":
      return objectType(schema, inner);
    case undefined:
      if (isRecord(dataOf(schema, "properties"))) return objectType(schema, inner);
      return dataOf(schema, "items") === undefined ? "unknown" : arrayType(schema, inner);
    default:
      return "unknown";
  }
}

function arrayType(schema: object, inner: (part: unknown) => string): string {
  const tuple = dataOf(schema, "prefixItems");
  if (Array.isArray(tuple)) return `[${tuple.map(inner).join(", ")}]`;
  const items = dataOf(schema, "items");
  return `${grouped(items === undefined ? "unknown" : inner(items))}[]`;
}

/** Properties by name: a server that lists them in another order declares the same. */
function objectType(schema: object, inner: (part: unknown) => string): string {
  const properties = dataOf(schema, "properties");
  const required = dataOf(schema, "required");
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  const members = (isRecord(properties) ? Object.keys(properties) : [])
    .sort()
    .map((name) => `${propertyKey(name)}${isRequired(name) ? "" : "?"}: ${inner(dataOf(properties, name))}`);
  const others = dataOf(schema, "additionalProperties");
  if (isRecord(others)) members.push(`[key: string]: ${members.length === 0 ? inner(others) : "unknown"}`);
  if (members.length > 0) return `{ ${members.join("; ")} }`;
  return others === false ? "{}" : "Record<string, unknown>";
}

function referenced($ref: string, reader: Reader, depth: number): string {
  if (reader.open.has($ref)) return "unknown";
  reader.open.add($ref);
  const type = typeOf(resolve($ref, reader.root), reader, depth + 1);
  reader.open.delete($ref);
  return type;
}

/** What `#/$defs/Item` names; nothing is fetched from anywhere. */
function resolve($ref: string, root: unknown): unknown {
  if (!/^#(?:\/|$)/.test($ref)) return undefined;
  let value = root;
  for (const step of $ref.split("/").slice(1)) {
    value = dataOf(value, step.replaceAll("~1", "/").replaceAll("~0", "~"));
  }
  return value;
}

function literal(value: unknown): string {
  if (value === null || typeof value === "boolean" || typeof value === "number") return String(value);
  return typeof value === "string" ? JSON.stringify(value) : "unknown";
}

function union(types: readonly string[]): string {
  const unique = [...new Set(types)];
  if (unique.includes("unknown")) return "unknown";
  return unique.length === 0 ? "never" : unique.join(" | ");
}

function grouped(type: string): string {
  return / [|&] /.test(type) ? `(${type})` : type;
}

export function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const MOST_DEPTH = 32;
const MOST_STEPS = 1000;
