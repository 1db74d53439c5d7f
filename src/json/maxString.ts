/**
 * UTF-16 units of the longest string of V8 (2^29 - 24). Other engines have longer ones, but JSON of that size is of no use
 * as one string.
 */
export const MAX_STRING_UNITS = 536_870_888;
