/** The options of the store in an object store. */
import { checkAmount, checkBoolean, checkCount, checkMethods, checkObject, checkString } from "../../internal/check.js";
import { type QuotaOptions, resolveQuota } from "../quota.js";
import { checkKey } from "../secret.js";
import { CLIENT_METHODS, type S3ClientLike } from "./client.js";

/** Options of {@link s3Spill}. @public */
export interface S3SpillOptions {
  /**
   * The caller's client: `new S3(…)` of `@aws-sdk/client-s3` v3, or what has the same methods. Region, endpoint,
   * credentials, proxies and time limits are its own; the store never looks at them.
   */
  readonly client: S3ClientLike;
  /** The bucket; it has to be there. */
  readonly bucket: string;
  /** How the keys of all objects of the store begin, such as `spills/`: up to 512 of `A-Z a-z 0-9 ! - _ . ' ( ) /`. @defaultValue "" */
  readonly prefix?: string | undefined;
  /**
   * The secret that ids are derived with: the same in all processes that are to find each other's Spills by a replay.
   * Without it, the store makes one, and keeps it in the bucket.
   */
  readonly key?: string | Uint8Array | undefined;
  /**
   * Bytes of a part of an upload, 5 MiB to 5 GiB: a Spill that is smaller is one request, and a writer holds up to two parts
   * in memory. No Spill has more than 10,000 parts.
   *
   * @defaultValue 8_388_608 (8 MiB)
   */
  readonly partBytes?: number | undefined;
  /** Bytes kept of one Spill; `Infinity` for as much as 10,000 parts have. @defaultValue 1_073_741_824 (1 GiB) */
  readonly maxBytes?: number | undefined;
  /** Bytes kept of all Spills together that this sink wrote, whatever else the bucket holds. @defaultValue Infinity */
  readonly maxTotalBytes?: number | undefined;
  /** At a cap: keep what fits as a partial Spill, or reject with `quota` and keep nothing. @defaultValue "partial" */
  readonly overQuota?: "partial" | "fail" | undefined;
  /** Days, fractions allowed, that is known of a Spill that it was removed. @defaultValue 30 */
  readonly tombstoneDays?: number | undefined;
  /**
   * Days, fractions allowed, after which a sweep clears an upload that was not completed, and bytes that no record names.
   * Longer than any tool writes. @defaultValue 7
   */
  readonly abandonedDays?: number | undefined;
  /**
   * Whether the server heeds `If-None-Match: *` and `If-Match` of PutObject. By default it is asked once a sink, with one
   * request, or two where it does not.
   */
  readonly conditionalWrites?: boolean | undefined;
  /** How often a request is made before its failure counts, 1 to 10, besides what the client does itself. @defaultValue 3 */
  readonly attempts?: number | undefined;
}

export interface ResolvedOptions extends QuotaOptions {
  readonly client: S3ClientLike;
  readonly bucket: string;
  readonly prefix: string;
  readonly key: Uint8Array | undefined;
  readonly partBytes: number;
  readonly tombstoneMilliseconds: number;
  readonly abandonedMilliseconds: number;
  readonly conditionalWrites: boolean | undefined;
  readonly attempts: number;
}

/** @throws TypeError, RangeError naming the option. */
export function resolveOptions(options: S3SpillOptions): ResolvedOptions {
  checkObject("options", options);
  const { prefix = "", partBytes = 8_388_608, tombstoneDays = 30, abandonedDays = 7, attempts = 3 } = options;
  const { maxBytes = 1_073_741_824, maxTotalBytes = Number.POSITIVE_INFINITY, overQuota = "partial" } = options;
  const quota = resolveQuota({ maxBytes, maxTotalBytes, overQuota });
  checkClient(options.client);
  checkBetween("partBytes", checkCount("partBytes", partBytes), MIN_PART_BYTES, MAX_PART_BYTES);
  checkBetween("attempts", checkCount("attempts", attempts), 1, MAX_ATTEMPTS);
  return {
    ...quota,
    maxBytes: Math.min(quota.maxBytes, MAX_PARTS * partBytes),
    client: options.client,
    bucket: checkBucket(options.bucket),
    prefix: checkPrefix(prefix),
    key: options.key === undefined ? undefined : checkKey(options.key),
    partBytes,
    tombstoneMilliseconds: checkAmount("tombstoneDays", tombstoneDays) * MILLISECONDS_A_DAY,
    abandonedMilliseconds: checkAmount("abandonedDays", abandonedDays) * MILLISECONDS_A_DAY,
    conditionalWrites:
      options.conditionalWrites === undefined
        ? undefined
        : checkBoolean("conditionalWrites", options.conditionalWrites),
    attempts,
  };
}

function checkClient(client: unknown): void {
  const isBare = typeof client === "object" && client !== null && "send" in client && !("putObject" in client);
  if (isBare) throw new TypeError("client must have methods such as putObject: new S3(…), not new S3Client(…)");
  checkMethods("client", client, CLIENT_METHODS);
}

function checkBucket(value: unknown): string {
  const bucket = checkString("bucket", value);
  if (bucket === "") throw new RangeError("bucket must not be empty");
  return bucket;
}

function checkPrefix(value: unknown): string {
  const prefix = checkString("prefix", value);
  if (/^[A-Za-z0-9!_.'()/-]{0,512}$/.test(prefix) && !/^\/|\/\/|(?:^|\/)\.{1,2}(?:\/|$)/.test(prefix)) return prefix;
  const rule = "up to 512 of A-Z a-z 0-9 ! - _ . ' ( ) /, no / first or twice, no part that is . or ..";
  throw new RangeError(`prefix must be ${rule}, got ${JSON.stringify(prefix.slice(0, MAX_SHOWN_UNITS))}`);
}

function checkBetween(name: string, value: number, least: number, most: number): void {
  if (value < least || value > most) throw new RangeError(`${name} must be ${least} to ${most}, got ${value}`);
}

/** What S3 demands of every part but the last, and allows. */
const MIN_PART_BYTES = 5_242_880;
const MAX_PART_BYTES = 5_368_709_120;
const MAX_PARTS = 10_000;
const MAX_ATTEMPTS = 10;
const MAX_SHOWN_UNITS = 40;
const MILLISECONDS_A_DAY = 86_400_000;
