/** What is measured is cut to pi's defaults: 50 KiB and 2,000 lines. */
export const LIMITS = { maxBytes: 51_200, maxLines: 2_000 };
export const BYTES = { maxBytes: LIMITS.maxBytes };
