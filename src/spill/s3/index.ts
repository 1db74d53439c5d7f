/**
 * A store for Spills in an object store.
 *
 * @packageDocumentation
 */

export type { SpillErrorCode } from "../error.js";
export { isSpillError, SpillError } from "../error.js";
export type {
  ByteRange,
  SpillEnd,
  SpillFilter,
  SpillGone,
  SpillInfo,
  SpillMeta,
  SpillRef,
  SpillSink,
  SpillWriter,
  SweepPolicy,
  SweepReport,
} from "../types.js";
export type {
  S3ClientLike,
  S3CompleteInput,
  S3CreateInput,
  S3GetInput,
  S3Got,
  S3Head,
  S3Listed,
  S3ListInput,
  S3ObjectName,
  S3PartInput,
  S3PutInput,
  S3UploadName,
  S3Uploads,
  S3UploadsInput,
  S3Written,
} from "./client.js";
export type { S3SpillOptions } from "./options.js";
export type { S3Spill } from "./sink.js";
export { s3Spill } from "./sink.js";
