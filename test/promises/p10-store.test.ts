import properties from "./checks/p10-store.js";
import { keeps } from "./promise.js";

keeps("P10 store", properties);
