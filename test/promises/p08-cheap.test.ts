import properties from "./checks/p08-cheap.js";
import { keeps } from "./promise.js";

keeps("P8 cheap", properties);
