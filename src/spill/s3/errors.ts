/** Failures of the service as failures of the store: a code from a fixed list, the original as `cause` only. */
import { isSpillError, SpillError, type SpillErrorCode } from "../error.js";

/** Runs one public operation; whatever it throws comes out as a {@link SpillError}. */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toSpillError(error);
  }
}

export function toSpillError(error: unknown): SpillError {
  return isSpillError(error) ? error : new SpillError(codeOf(error), { cause: error });
}

/** The object, or the upload, is not there. A bucket that is not there is a failure: the store would look empty. */
export function isAbsent(error: unknown): boolean {
  const { name, status } = describe(error);
  return name !== "NoSuchBucket" && (ABSENT.has(name) || status === 404);
}

/** A condition of the request did not hold. Told by the status: not every server names it. */
export function isUnmet(error: unknown): boolean {
  const { name, status } = describe(error);
  return status === 412 || name === "PreconditionFailed";
}

/** The service knows no such request, or no such header. */
export function isUnsupported(error: unknown): boolean {
  const { name, status } = describe(error);
  return status === 501 || status === 405 || name === "NotImplemented" || name === "MethodNotAllowed";
}

/**
 * Whether the same request may do better in a moment. Every one that this store makes can be made twice: what it writes has
 * a name of its own or a condition, and it knows what it wrote itself.
 */
export function isTransient(error: unknown): boolean {
  if (isSpillError(error)) return false;
  const { name, status } = describe(error);
  if (TRANSIENT.has(name)) return true;
  if (FINAL.has(name) || status === 501 || status === 507) return false;
  if (status === undefined) return !isDenied(name, status); // no answer: the connection
  return status >= 500 || status === 429 || status === 408 || status === 409;
}

function codeOf(error: unknown): SpillErrorCode {
  const { name, status } = describe(error);
  if (status === 507 || /quota|storagefull|EntityTooLarge/i.test(name)) return "no_space";
  if (CORRUPT.has(name)) return "corrupt";
  return isDenied(name, status) ? "denied" : "io";
}

function isDenied(name: string, status: number | undefined): boolean {
  return status === 401 || status === 403 || DENIED.has(name);
}

/** The fields by which errors of the SDK are told apart; any other value has none. */
function describe(error: unknown): { name: string; status: number | undefined } {
  if (typeof error !== "object" || error === null) return { name: "", status: undefined };
  const { name, $metadata: metadata } = error as { name?: unknown; $metadata?: { httpStatusCode?: unknown } };
  const status = metadata?.httpStatusCode;
  return { name: typeof name === "string" ? name : "", status: typeof status === "number" ? status : undefined };
}

const ABSENT: ReadonlySet<string> = new Set(["NoSuchKey", "NotFound", "NoSuchUpload"]);
const TRANSIENT: ReadonlySet<string> = new Set([
  "SlowDown",
  "RequestTimeout",
  "IncompleteBody",
  "RequestTimeTooSkewed", // the client sets its clock by the answer
  "BadDigest", // what came was not what was sent
  "XAmzContentSHA256Mismatch",
]);
/** Not worth a second try. */
const FINAL: ReadonlySet<string> = new Set(["TypeError", "RangeError", "NoSuchBucket"]);
const CORRUPT: ReadonlySet<string> = new Set(["BadDigest", "XAmzContentSHA256Mismatch", "XAmzContentChecksumMismatch"]);
const DENIED: ReadonlySet<string> = new Set([
  "AccessDenied",
  "AuthorizationHeaderMalformed",
  "CredentialsProviderError",
  "ExpiredToken",
  "InvalidAccessKeyId",
  "InvalidToken",
  "SignatureDoesNotMatch",
]);
