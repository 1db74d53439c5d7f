/** The contract of stores, on a server that heeds no conditions. */
import { describeContract } from "../contract.js";
import { useServer } from "./server.js";

const server = useServer();

describeContract("s3Spill on fauxqs", (quotas) => server.open(quotas), { races: false });
