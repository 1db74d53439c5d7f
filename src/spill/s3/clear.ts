/** Clears what writers left half-made that are gone: told by age alone, since they may have been anywhere. */
import { isAbsent, isUnsupported, toSpillError } from "./errors.js";
import { withRetries } from "./retry.js";
import type { Store } from "./store.js";

/** Aborts uploads that were not completed in time. @returns How many; 0 where the server cannot list them. */
export async function clearUploads({ options, layout }: Store): Promise<number> {
  const { client, bucket, attempts, abandonedMilliseconds } = options;
  let cleared = 0;
  let marker: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
  while (marker !== undefined) {
    const from: { KeyMarker?: string; UploadIdMarker?: string } = marker;
    const page = await withRetries(attempts, () =>
      client.listMultipartUploads({ Bucket: bucket, Prefix: layout.data, ...from }),
    ).catch(ignoreUnsupported);
    for (const { Key: key, UploadId: id, Initiated: begunAt } of page?.Uploads ?? []) {
      if (!key?.startsWith(layout.data) || id === undefined || !isPast(begunAt?.getTime(), abandonedMilliseconds))
        continue;
      if (await succeeds(client.abortMultipartUpload({ Bucket: bucket, Key: key, UploadId: id }))) cleared++;
    }
    const { IsTruncated: hasMore, NextKeyMarker: key, NextUploadIdMarker: id } = page ?? {};
    const isNext = hasMore === true && key !== undefined && key !== "";
    marker = isNext ? { KeyMarker: key, ...(id === undefined ? {} : { UploadIdMarker: id }) } : undefined;
  }
  return cleared;
}

/** Deletes bytes that no record names, and that are older than any writer takes to name his. @returns How many. */
export async function clearBytes(
  { objects, options }: Store,
  dataKeys: ReadonlyMap<string, number>,
  named: ReadonlySet<string>,
): Promise<number> {
  let cleared = 0;
  for (const [key, changedAt] of dataKeys) {
    if (named.has(key) || !isPast(changedAt, options.abandonedMilliseconds)) continue;
    if (await succeeds(objects.remove(key))) cleared++;
  }
  return cleared;
}

function isPast(time: number | undefined, milliseconds: number): boolean {
  return time !== undefined && Date.now() - time >= milliseconds;
}

/** A server without the request, or a caller without the permission, is swept without. */
function ignoreUnsupported(error: unknown): undefined {
  if (isUnsupported(error) || isAbsent(error) || toSpillError(error).code === "denied") return undefined;
  throw error;
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch {
    return false; // what resists now is left to the next sweep
  }
}
