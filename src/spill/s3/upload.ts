/**
 * Bytes on their way into an object of their own, in memory for two parts whatever their number: one request if they are
 * no more than a part, else an upload in parts, of which nothing can be seen before it is completed.
 */
import { SpillError } from "../error.js";
import type { WriterStage } from "../stagedWriter.js";
import type { SpillMeta } from "../types.js";
import { isAbsent } from "./errors.js";
import { newDataKey } from "./layout.js";
import { CONTENT_TYPE } from "./objects.js";
import { withRetries } from "./retry.js";
import type { Store } from "./store.js";

export interface Upload extends WriterStage {
  /** The key of the object. */
  readonly key: string;
  /** Sends what is left, and checks that the object has every byte written. */
  finish(): Promise<void>;
  /** From here on the object belongs to a record: `discard` leaves it. */
  release(): void;
}

export function openUpload({ objects, options, layout }: Store, meta: SpillMeta): Upload {
  const { client, bucket, partBytes, attempts } = options;
  const key = newDataKey(layout, meta);
  const name = { Bucket: bucket, Key: key };
  const parts: { ETag: string; PartNumber: number }[] = [];
  let buffer = new Uint8Array(0);
  let spare: Uint8Array<ArrayBuffer> | undefined;
  let heldBytes = 0;
  let sentBytes = 0;
  let uploadId: string | undefined;
  let sending: Promise<void> = Promise.resolve(); // the part on its way
  let mayExist = false;
  let isOwned = true;

  /** Grows with what comes, so that a short result costs little. */
  function makeRoom(bytes: number): void {
    if (buffer.length >= bytes) return;
    const larger = new Uint8Array(Math.min(partBytes, Math.max(bytes, 2 * buffer.length, LEAST_BUFFER_BYTES)));
    larger.set(buffer.subarray(0, heldBytes));
    buffer = larger;
  }

  /** Sends what is held while the next part is gathered; one part is on its way at a time. */
  async function sendPart(): Promise<void> {
    await sending;
    uploadId ??= await begin();
    const full = buffer;
    const sent = sendAs(uploadId, parts.length + 1, full.subarray(0, heldBytes)).then(() => {
      spare = full;
    });
    sent.catch(() => {}); // whoever waits for it next hears of it
    sending = sent;
    sentBytes += heldBytes;
    heldBytes = 0;
    buffer = spare ?? new Uint8Array(partBytes);
    spare = undefined;
  }

  async function begin(): Promise<string> {
    const made = await withRetries(attempts, () =>
      client.createMultipartUpload({ ...name, ContentType: CONTENT_TYPE }),
    );
    if (made.UploadId === undefined) throw new SpillError("io");
    return made.UploadId;
  }

  async function sendAs(id: string, number: number, body: Uint8Array): Promise<void> {
    const part = { ...name, UploadId: id, PartNumber: number, Body: body };
    const { ETag } = await withRetries(attempts, () => client.uploadPart(part));
    if (ETag === undefined) throw new SpillError("io");
    parts.push({ ETag, PartNumber: number });
  }

  /** An answer that was lost looks, at the second time, like an upload that is not there: the size tells. */
  async function complete(id: string): Promise<void> {
    try {
      const all = { ...name, UploadId: id, MultipartUpload: { Parts: parts } };
      await withRetries(attempts, () => client.completeMultipartUpload(all));
    } catch (error) {
      if (!isAbsent(error)) throw error;
    }
  }

  async function abort(id: string): Promise<void> {
    await withRetries(attempts, () => client.abortMultipartUpload({ ...name, UploadId: id }));
  }

  return {
    key,
    async write(bytes) {
      for (let at = 0; at < bytes.length; ) {
        if (heldBytes === partBytes) await sendPart();
        const count = Math.min(bytes.length - at, partBytes - heldBytes);
        makeRoom(heldBytes + count);
        buffer.set(bytes.subarray(at, at + count), heldBytes);
        heldBytes += count;
        at += count;
      }
    },
    async finish() {
      mayExist = true;
      if (uploadId === undefined) await objects.put(key, buffer.subarray(0, heldBytes));
      else {
        await sendPart();
        await sending;
        await complete(uploadId);
      }
      if ((await objects.size(key)) !== sentBytes + (uploadId === undefined ? heldBytes : 0)) {
        throw new SpillError("corrupt");
      }
      uploadId = undefined; // there is nothing to abort any more
      buffer = new Uint8Array(0);
    },
    release() {
      isOwned = false;
    },
    async discard() {
      if (!isOwned) return;
      isOwned = false;
      await Promise.allSettled([sending]); // a part that comes after the abort would stay
      await Promise.allSettled([
        ...(uploadId === undefined ? [] : [abort(uploadId)]),
        ...(mayExist ? [objects.remove(key)] : []),
      ]);
      buffer = new Uint8Array(0);
      spare = undefined;
    },
  };
}

const LEAST_BUFFER_BYTES = 65_536;
