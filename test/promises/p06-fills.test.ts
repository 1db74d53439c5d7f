import properties from "./checks/p06-fills.js";
import { keeps } from "./promise.js";

keeps("P6 fills", properties);
