/** Max-min fairness, one unit after the other: whoever has least of what he could still take gets the next. */
export function waterFilled(sizes: readonly number[], budget: number, floor = 0): number[] {
  const given = sizes.map(() => 0);
  for (let left = budget; left > 0; left--) {
    let least = -1;
    for (const [index, size] of sizes.entries()) {
      if ((given[index] as number) >= size) continue;
      if (least === -1 || (given[index] as number) < (given[least] as number)) least = index;
    }
    if (least === -1) break;
    given[least] = (given[least] as number) + 1;
  }
  return sizes.map((size, index) => Math.max(given[index] as number, Math.min(size, floor)));
}

/** A promise that is kept from outside. */
export function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
