import properties from "./checks/p01-fits.js";
import { keeps } from "./promise.js";

keeps("P1 fits", properties);
