/** Output for people and for programs. */

/** Writes text that ends its line. */
export function printText(text: string): void {
  process.stdout.write(text === "" || text.endsWith("\n") ? text : `${text}\n`);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** A reader that has seen enough, such as `head`, is no failure. */
export function surviveClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}

/** Bytes for people: two digits or more, in powers of 1024. */
export function formatBytes(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  while (amount >= 1023.5 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit++;
  }
  return unit === 0 ? `${bytes} B` : `${amount.toFixed(amount < 9.95 ? 1 : 0)} ${UNITS[unit]}`;
}

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];
