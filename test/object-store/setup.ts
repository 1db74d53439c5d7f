/** Lets the tests of `spill/s3` run on Ceph's gateway in place of the server in their own process. */
import type { TestProject } from "vitest/node";
import { installRadosgw, startRadosgw } from "./radosgw.js";

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await installRadosgw();
  const { stop, ...at } = await startRadosgw();
  project.provide("objectStore", at);
  return stop;
}

declare module "vitest" {
  export interface ProvidedContext {
    /** A server of S3's protocol that is as strict as the large ones. */
    objectStore?: { readonly port: number; readonly accessKeyId: string; readonly secretAccessKey: string };
  }
}
