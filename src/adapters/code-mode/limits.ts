/** Every boundary that a bridge guards, with its limit. */
import { checkLimit, checkObject } from "../../internal/check.js";
import type { Layers } from "../../json/types.js";
import type { Scope, Unit } from "./types.js";

/** Limits of a bridge. Each is an integer ≥ 0 or `Infinity`. They belong to the boundary: whoever calls a tool directly has none. @public */
export interface BridgeLimits {
  /** UTF-8 bytes of the JSON of a call's arguments, guest to host. @defaultValue 1_048_576 */
  readonly maxArgumentBytes?: number | undefined;
  /** UTF-8 bytes of the JSON of a tool's result, host to guest. @defaultValue 2_097_152 */
  readonly maxResultBytes?: number | undefined;
  /** UTF-8 bytes of the JSON of what the program returns, guest to host. @defaultValue 16_777_216 */
  readonly maxReturnBytes?: number | undefined;
  /** UTF-8 bytes of the JSON of an error, in either direction: at least 2,048. @defaultValue 8192 */
  readonly maxErrorBytes?: number | undefined;
  /** Calls of tools in one program. @defaultValue 10_000 */
  readonly maxCalls?: number | undefined;
  /** UTF-8 bytes of the JSON of all results that one program gets. @defaultValue 268_435_456 */
  readonly maxTotalBytes?: number | undefined;
  /** UTF-8 bytes of what is kept of a value that is too large. @defaultValue 67_108_864 */
  readonly maxRetainedBytes?: number | undefined;
}

/** One boundary, for a reference or a help call. Plain data. @public */
export interface TransportLimit {
  /** What crosses. */
  readonly boundary: Scope | "error" | "retained";
  /** Where from, and where to. */
  readonly direction: "guest to host" | "host to guest" | "host to model" | "host to store";
  /** How much may cross; absent: no limit. */
  readonly max?: number;
  /** What `max` counts. */
  readonly unit: Unit | "tokens";
  /** For bytes: whether they are those of the JSON (1), or of the JSON as a string inside of JSON (2). */
  readonly layer?: Layers;
  /** Whose rule it is: a policy of this profile, not of a protocol. */
  readonly policy: string;
  /** What happens to what is larger. */
  readonly beyond: string;
}

export type ResolvedLimits = Readonly<Record<keyof BridgeLimits, number>>;

/** @throws TypeError or RangeError that names the limit */
export function resolveBridgeLimits(limits: BridgeLimits = {}): ResolvedLimits {
  checkObject("limits", limits);
  const resolved = Object.fromEntries(
    Object.entries(DEFAULTS).map(([name, usual]) => [
      name,
      checkLimit(`limits.${name}`, limits[name as keyof BridgeLimits] ?? usual),
    ]),
  ) as ResolvedLimits;
  if (resolved.maxErrorBytes >= LEAST_ERROR_BYTES) return resolved;
  throw new RangeError(`limits.maxErrorBytes must be an integer ≥ ${LEAST_ERROR_BYTES}, got ${resolved.maxErrorBytes}`);
}

/** What else of a host has limits, where it has it. */
export interface OtherLimits {
  readonly output?: { readonly maxChars: number; readonly maxItems: number; readonly maxTokens: number } | undefined;
  readonly store?: { readonly maxValueChars: number; readonly maxTotalChars: number } | undefined;
}

export function describeLimits(
  limits: ResolvedLimits,
  { output, store }: OtherLimits,
  policy: string,
  layer: Layers = 1,
): readonly TransportLimit[] {
  const kept = "refused unencoded, kept as a Spill";
  const dies = "the program dies, what it printed stays";
  const rows: Row[] = [
    ["tool-arguments", "guest to host", limits.maxArgumentBytes, "bytes", "refused before they are copied out"],
    ["tool-result", "host to guest", limits.maxResultBytes, "bytes", kept, layer],
    ["calls", "guest to host", limits.maxCalls, "calls", "refused, the program goes on"],
    ["calls", "host to guest", limits.maxTotalBytes, "bytes", kept, layer],
    ["return-value", "guest to host", limits.maxReturnBytes, "bytes", "refused before it is copied out"],
    ["error", "host to guest", limits.maxErrorBytes, "bytes", "its words are shortened"],
    ["error", "guest to host", limits.maxErrorBytes, "bytes", "its words are shortened"],
    ["retained", "host to store", limits.maxRetainedBytes, "bytes", "not kept"],
  ];
  if (output !== undefined) {
    rows.push(
      ["script-output", "guest to host", output.maxChars, "chars", dies],
      ["script-output", "guest to host", output.maxItems, "items", dies],
      ["script-output", "host to model", output.maxTokens, "tokens", "start and end are shown, all is kept as a Spill"],
    );
  }
  if (store !== undefined) {
    const refused = "refused, what was stored stays";
    rows.push(
      ["script-store", "guest to host", store.maxValueChars, "chars", `a value: ${refused}`],
      ["script-store", "guest to host", store.maxTotalChars, "chars", `all keys and values: ${refused}`],
    );
  }
  return rows.map(([boundary, direction, max, unit, beyond, ofLayer = 1]) => ({
    boundary,
    direction,
    ...(max === Number.POSITIVE_INFINITY ? {} : { max }),
    unit,
    ...(unit === "bytes" ? { layer: ofLayer } : {}),
    policy,
    beyond,
  }));
}

type Row = [TransportLimit["boundary"], TransportLimit["direction"], number, TransportLimit["unit"], string, Layers?];

const DEFAULTS: ResolvedLimits = {
  maxArgumentBytes: 2 ** 20,
  maxResultBytes: 2 ** 21,
  maxReturnBytes: 2 ** 24,
  maxErrorBytes: 8192,
  maxCalls: 10_000,
  maxTotalBytes: 2 ** 28,
  maxRetainedBytes: 2 ** 26,
};
const LEAST_ERROR_BYTES = 2048;

/**
 * The boundaries of a host with default limits, for a reference; `bridge.transportLimits` has those of a bridge.
 *
 * @public
 */
export const transportLimits: readonly TransportLimit[] = /* @__PURE__ */ describeLimits(
  DEFAULTS,
  {
    output: { maxChars: 16_777_216, maxItems: 100_000, maxTokens: 10_000 },
    store: { maxValueChars: 262_144, maxTotalChars: 1_048_576 },
  },
  "spillway/code-mode",
);
