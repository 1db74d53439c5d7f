/** The contract of stores: on a server that heeds no conditions, or one that does. */
import { runs } from "../../support/runs.js";
import { describeContract } from "../contract.js";
import { provided, useServer } from "./server.js";

const server = useServer();

describeContract("s3Spill", (quotas) => server.open(quotas), {
  races: provided !== undefined,
  tries: runs(10).numRuns,
});
