/** A store in a bucket, through the AWS SDK that the user has: it is no dependency of ours. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { type S3ClientLike, type S3Spill, s3Spill } from "spillway/spill/s3";
import { UsageError } from "./usage.js";

/**
 * Region, endpoint and credentials are the SDK's affair: from its environment variables and files, as for every program.
 *
 * @param url - `s3://bucket/prefix`; a prefix that does not end with a slash gets one.
 */
export function openBucket(url: string): S3Spill {
  const [bucket = "", ...rest] = url.slice("s3://".length).split("/");
  if (bucket === "") throw new UsageError("--store s3://BUCKET/PREFIX must name a bucket");
  const path = rest.join("/");
  const { SPILLWAY_KEY: key } = process.env;
  const options = {
    bucket,
    prefix: path === "" || path.endsWith("/") ? path : `${path}/`,
    ...(key === undefined || key === "" ? {} : { key }),
  };
  const { S3 } = loadSdk();
  const { AWS_ENDPOINT_URL_S3: own, AWS_ENDPOINT_URL: all } = process.env;
  // A server that is not Amazon's has, as a rule, no name for each bucket.
  const client = new S3((own ?? all) === undefined ? {} : { forcePathStyle: true });
  try {
    return s3Spill({ client, ...options });
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`--store: ${error.message}`);
    throw error;
  }
}

/** Of the project in which the command runs, or else of the one that it is installed in. */
function loadSdk(): Sdk {
  for (const from of [join(process.cwd(), "package.json"), import.meta.url]) {
    try {
      return createRequire(from)(SDK) as Sdk;
    } catch (error) {
      const isMissing = error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND";
      if (!isMissing) throw error;
    }
  }
  throw new UsageError(`--store s3://… needs the package ${SDK} in this project: npm install ${SDK}`);
}

interface Sdk {
  readonly S3: new (config: { forcePathStyle?: boolean }) => S3ClientLike;
}

const SDK = "@aws-sdk/client-s3";
