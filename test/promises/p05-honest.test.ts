import properties from "./checks/p05-honest.js";
import { keeps } from "./promise.js";

keeps("P5 honest", properties);
