import properties from "./checks/p04-lossless.js";
import { keeps } from "./promise.js";

keeps("P4 lossless", properties);
