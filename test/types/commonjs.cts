// The same declarations for a consumer that loads CommonJS.
import spillway = require("spillway");
import text = require("spillway/text");

const limits: spillway.Limits = spillway.computeBound({ headroom: 1000 });
const kept: string = text.cut("text", limits).head;
export = kept;
