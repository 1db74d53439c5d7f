/** Lets those who would get in each other's way go one after the other. */
export function createTurns(): { take<T>(work: () => Promise<T>): Promise<T> } {
  let last: Promise<unknown> = Promise.resolve();
  return {
    take(work) {
      const turn = last.then(work);
      last = turn.catch(() => {});
      return turn;
    },
  };
}
