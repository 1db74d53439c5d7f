/** Sizes in few characters, as pi writes them. */

/** `512B`, `8KB`, `50.1KB`, `1.5MB`. */
export function sizeText(bytes: number): string {
  if (bytes < KIB) return `${bytes}B`;
  for (const unit of ["KB", "MB"]) {
    const value = bytes / (unit === "KB" ? KIB : KIB ** 2);
    if (Number(value.toFixed(1)) < KIB) return `${short(value)}${unit}`;
  }
  return `${short(bytes / KIB ** 3)}GB`;
}

/** `640`, `4.1k`, `16k`. */
export function tokensText(tokens: number): string {
  if (tokens === Number.POSITIVE_INFINITY) return "unlimited";
  if (tokens < 1000) return String(Math.floor(tokens));
  return tokens < 9950 ? `${short(tokens / 1000)}k` : `${Math.round(tokens / 1000)}k`;
}

/** `3 calls`, `1 call`. */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

function short(value: number): string {
  return value.toFixed(1).replace(/\.0$/, "");
}

const KIB = 1024;
