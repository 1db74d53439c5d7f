/** Bytes of a number in JSON, without its text wherever arithmetic knows the digits. */
export function numberBytes(value: number): number {
  const magnitude = value < 0 ? -value : value;
  const sign = value < 0 ? 1 : 0; // -0 is written 0
  if (magnitude < EXACT_BELOW) {
    const whole = Math.floor(magnitude);
    if (whole === magnitude) return sign + digitsOf(whole);
    // The decimal of up to 15 digits that gives this number is its shortest: no two such decimals give the same one.
    for (let places = 1, factor = 10; places <= TRIED_PLACES; places++, factor *= 10) {
      const scaled = Math.round(magnitude * factor);
      if (scaled / factor === magnitude && scaled < EXACT_BELOW) return sign + digitsOf(whole) + 1 + places;
    }
  }
  return Number.isFinite(value) ? String(value).length : "null".length;
}

/** Decimal digits of an integer from 0 to 10^15 - 1. */
export function digitsOf(integer: number): number {
  if (integer < 1e5) {
    if (integer < 100) return integer < 10 ? 1 : 2;
    return integer < 1000 ? 3 : integer < 1e4 ? 4 : 5;
  }
  if (integer < 1e10) {
    if (integer < 1e7) return integer < 1e6 ? 6 : 7;
    return integer < 1e8 ? 8 : integer < 1e9 ? 9 : 10;
  }
  if (integer < 1e12) return integer < 1e11 ? 11 : 12;
  return integer < 1e13 ? 13 : integer < 1e14 ? 14 : 15;
}

/** Digits of all integers from 0 to `count` - 1. */
export function indexDigits(count: number): number {
  let digits = count;
  for (let least = 10; least < count; least *= 10) digits += count - least;
  return digits;
}

/** 10^15: below it any decimal of 15 digits is told from every other by the number that it gives. */
const EXACT_BELOW = 1e15;
/** Decimal places looked for: amounts and measurements have few, and all others need their text. */
const TRIED_PLACES = 4;
