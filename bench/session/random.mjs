/** Numbers that are the same on each run: xorshift32. */
export function seeded(seed) {
  let state = seed * 2_654_435_761 + 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  for (let round = 0; round < 8; round++) next();
  return {
    next,
    below: (count) => Math.floor(next() * count),
    pick: (items) => items[Math.floor(next() * items.length)],
    /** Of a logarithmic normal distribution. */
    around: (median, spread) => median * Math.exp(spread * (next() + next() + next() + next() - 2) * Math.sqrt(3)),
  };
}
