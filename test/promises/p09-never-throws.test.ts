import properties from "./checks/p09-never-throws.js";
import { keeps } from "./promise.js";

keeps("P9 never throws", properties);
