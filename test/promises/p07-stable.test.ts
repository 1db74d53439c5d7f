import properties from "./checks/p07-stable.js";
import { keeps } from "./promise.js";

keeps("P7 stable", properties);
