/**
 * What is asked of a client: ten methods of the AWS SDK's `S3` class, by the fields that are used. The SDK itself is not
 * imported, here or by the types: whoever has a client hands it in.
 */

/**
 * A client for S3's protocol, such as `new S3(…)` of `@aws-sdk/client-s3` v3. Its `S3Client` is not one: that has no
 * methods but `send`.
 *
 * @public
 */
export interface S3ClientLike {
  /** PutObject. */
  putObject(input: S3PutInput): Promise<S3Written>;
  /** GetObject. */
  getObject(input: S3GetInput): Promise<S3Got>;
  /** HeadObject. */
  headObject(input: S3ObjectName): Promise<S3Head>;
  /** DeleteObject. */
  deleteObject(input: S3ObjectName): Promise<unknown>;
  /** ListObjectsV2. */
  listObjectsV2(input: S3ListInput): Promise<S3Listed>;
  /** CreateMultipartUpload. */
  createMultipartUpload(input: S3CreateInput): Promise<{ UploadId?: string | undefined }>;
  /** UploadPart. */
  uploadPart(input: S3PartInput): Promise<S3Written>;
  /** CompleteMultipartUpload. */
  completeMultipartUpload(input: S3CompleteInput): Promise<unknown>;
  /** AbortMultipartUpload. */
  abortMultipartUpload(input: S3UploadName): Promise<unknown>;
  /** ListMultipartUploads: for `sweep` alone. */
  listMultipartUploads(input: S3UploadsInput): Promise<S3Uploads>;
}

/** Names an object. @public */
export interface S3ObjectName {
  /** Of `s3Spill`'s options. */
  Bucket: string;
  /** Begins with the `prefix` of `s3Spill`'s options. */
  Key: string;
}

/** Names an upload in parts. @public */
export interface S3UploadName extends S3ObjectName {
  /** As `createMultipartUpload` gave it. */
  UploadId: string;
}

/** Begins an object. @public */
export interface S3CreateInput extends S3ObjectName {
  /** Never the media type of a Spill: a browser is not to run what a tool returned. */
  ContentType?: string;
}

/** Writes an object at once. @public */
export interface S3PutInput extends S3CreateInput {
  /** All of it. */
  Body: Uint8Array;
  /** `*`: only if there is none. */
  IfNoneMatch?: string;
  /** Only over the version that was read. */
  IfMatch?: string;
}

/** Writes a part of an object. @public */
export interface S3PartInput extends S3UploadName {
  /** From 1. */
  PartNumber: number;
  /** All of the part. */
  Body: Uint8Array;
}

/** Joins the parts. @public */
export interface S3CompleteInput extends S3UploadName {
  /** All of them, in order. */
  MultipartUpload: { Parts: { ETag: string; PartNumber: number }[] };
}

/** Reads an object. @public */
export interface S3GetInput extends S3ObjectName {
  /** `bytes=first-last` */
  Range?: string;
}

/** Reads names. @public */
export interface S3ListInput {
  /** Of `s3Spill`'s options. */
  Bucket: string;
  /** How keys begin. */
  Prefix: string;
  /** Where the last page ended. */
  ContinuationToken?: string;
}

/** Reads uploads that are not complete. @public */
export interface S3UploadsInput {
  /** Of `s3Spill`'s options. */
  Bucket: string;
  /** How keys begin. */
  Prefix: string;
  /** Where the last page ended. */
  KeyMarker?: string;
  /** Where the last page ended, within a key. */
  UploadIdMarker?: string;
}

/** What was written. @public */
export interface S3Written {
  /** The version. */
  ETag?: string | undefined;
}

/** A read object. @public */
export interface S3Got extends S3Written {
  /** Its bytes, once. */
  Body?: { transformToByteArray(): Promise<Uint8Array> } | undefined;
}

/** What is known of an object. @public */
export interface S3Head extends S3Written {
  /** Bytes. */
  ContentLength?: number | undefined;
}

/** A page of names. @public */
export interface S3Listed {
  /** Of the page. */
  Contents?: { Key?: string | undefined; Size?: number | undefined; LastModified?: Date | undefined }[] | undefined;
  /** Whether there is another page. */
  IsTruncated?: boolean | undefined;
  /** Where it begins. */
  NextContinuationToken?: string | undefined;
}

/** A page of uploads. @public */
export interface S3Uploads {
  /** Of the page. */
  Uploads?: { Key?: string | undefined; UploadId?: string | undefined; Initiated?: Date | undefined }[] | undefined;
  /** Whether there is another page. */
  IsTruncated?: boolean | undefined;
  /** Where it begins. */
  NextKeyMarker?: string | undefined;
  /** Where it begins, within a key. */
  NextUploadIdMarker?: string | undefined;
}

/** Every method, to look for them. */
export const CLIENT_METHODS: readonly (keyof S3ClientLike)[] = [
  "putObject",
  "getObject",
  "headObject",
  "deleteObject",
  "listObjectsV2",
  "createMultipartUpload",
  "uploadPart",
  "completeMultipartUpload",
  "abortMultipartUpload",
  "listMultipartUploads",
];
