/** The objects of a store: the requests that it makes, each tried again where that helps, and no others. */
import { SpillError } from "../error.js";
import { isAbsent, isUnmet } from "./errors.js";
import type { ResolvedOptions } from "./options.js";
import { withRetries } from "./retry.js";

export interface Objects {
  /** The object's bytes and version, or those of a range; `undefined` if there is none. */
  get(key: string, range?: { start: number; end: number }): Promise<StoredObject | undefined>;
  /** The object's size; `undefined` if there is none. */
  size(key: string): Promise<number | undefined>;
  /** Writes an object. @returns Its version; `undefined` if the condition does not hold. */
  put(
    key: string,
    body: Uint8Array,
    condition?: Condition,
  ): Promise<{ readonly version: string | undefined } | undefined>;
  /** Deletes an object, if it is there. */
  remove(key: string): Promise<void>;
  /** Every object whose key begins so, in pages. */
  list(prefix: string): AsyncIterable<ListedObject>;
}

/** `absent`: only if there is none; else only over this version. */
export type Condition = "absent" | { readonly version: string };

export interface StoredObject {
  readonly bytes: Uint8Array;
  readonly version: string | undefined;
}

export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
  /** Milliseconds since 1970, by the server's clock. */
  readonly changedAt: number;
}

export function createObjects({ client, bucket, attempts }: ResolvedOptions): Objects {
  const retried = <T>(work: () => Promise<T>) => withRetries(attempts, work);
  const named = (key: string) => ({ Bucket: bucket, Key: key });

  return {
    get(key, range) {
      const Range = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end - 1}` };
      // The body too: a connection that breaks in the middle of it is no answer.
      return retried(async () => {
        const found = await orAbsent(client.getObject({ ...named(key), ...Range }));
        if (found === undefined) return undefined;
        if (found.Body === undefined) throw new SpillError("io");
        return { bytes: await found.Body.transformToByteArray(), version: found.ETag };
      });
    },
    size: (key) => retried(async () => (await orAbsent(client.headObject(named(key))))?.ContentLength),
    put(key, body, condition) {
      return retried(async () => {
        try {
          const input = { ...named(key), Body: body, ContentType: CONTENT_TYPE, ...headersOf(condition) };
          return { version: (await client.putObject(input)).ETag };
        } catch (error) {
          // A version that is not there any more does not match either; servers say either.
          if (condition !== undefined && (isUnmet(error) || isAbsent(error))) return undefined;
          throw error;
        }
      });
    },
    async remove(key) {
      await retried(() => orAbsent(client.deleteObject(named(key))));
    },
    async *list(prefix) {
      for (let token: string | undefined, page = 0; page === 0 || token !== undefined; page++) {
        const from = token === undefined ? {} : { ContinuationToken: token };
        const listed = await retried(() => client.listObjectsV2({ Bucket: bucket, Prefix: prefix, ...from }));
        for (const { Key: key, Size: bytes = 0, LastModified: changedAt } of listed.Contents ?? []) {
          if (key?.startsWith(prefix)) yield { key, bytes, changedAt: changedAt?.getTime() ?? Date.now() };
        }
        token = listed.IsTruncated === true ? listed.NextContinuationToken : undefined;
      }
    },
  };
}

async function orAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

function headersOf(condition: Condition | undefined): { IfNoneMatch?: string; IfMatch?: string } {
  if (condition === undefined) return {};
  return condition === "absent" ? { IfNoneMatch: "*" } : { IfMatch: condition.version };
}

/** Whatever it is: a browser that opens it must not run it. */
export const CONTENT_TYPE = "application/octet-stream";
