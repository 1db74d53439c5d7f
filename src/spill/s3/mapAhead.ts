/** Maps what comes, a number of them at a time, in their order. */
export async function* mapAhead<T, U>(
  source: AsyncIterable<T>,
  width: number,
  map: (value: T) => Promise<U>,
): AsyncGenerator<U> {
  const waiting: Promise<U>[] = [];
  for await (const value of source) {
    const mapped = map(value);
    mapped.catch(() => {}); // whoever waits for it hears of it
    waiting.push(mapped);
    if (waiting.length >= width) yield waiting.shift() as Promise<U>;
  }
  for (const mapped of waiting) yield mapped;
}
