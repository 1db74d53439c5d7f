/** Numbers that look random and are the same every time. */

/** @returns a function that gives the next number, 0 ≤ n < 1 */
function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Picks and values drawn from one seed. */
export function dice(seed) {
  const next = seeded(seed);
  const whole = (below) => Math.floor(next() * below);
  const pick = (list) => list[whole(list.length)];
  const text = (letters, length) => Array.from({ length }, () => letters[whole(letters.length)]).join("");
  const bytes = (count) => Buffer.from(Array.from({ length: count }, () => whole(256)));
  const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));
  return { next, whole, pick, text, bytes, times };
}

export const HEX = "0123456789abcdef";
export const ALPHANUMERIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
