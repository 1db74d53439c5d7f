import properties from "./checks/p02-well-formed.js";
import { keeps } from "./promise.js";

keeps("P2 well formed", properties);
