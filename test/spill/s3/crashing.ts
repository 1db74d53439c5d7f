/** A process that writes a Spill without an end, until it is killed. */
import { S3 } from "@aws-sdk/client-s3";
import { s3Spill } from "../../../src/spill/s3/index.js";

const [port = "", bucket = "", prefix = "", credentials = ""] = process.argv.slice(2);
const client = new S3({
  endpoint: `http://127.0.0.1:${port}`,
  region: "us-east-1",
  forcePathStyle: true,
  credentials: JSON.parse(credentials),
  requestChecksumCalculation: "WHEN_REQUIRED",
});
const writer = await s3Spill({ client, bucket, prefix, key: "k", partBytes: 5_242_880 }).create({ callId: "c" });
const chunk = new Uint8Array(1_000_000);
for (;;) await writer.write(chunk);
