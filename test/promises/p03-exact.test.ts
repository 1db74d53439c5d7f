import properties from "./checks/p03-exact.js";
import { keeps } from "./promise.js";

keeps("P3 exact", properties);
