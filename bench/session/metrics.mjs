/** What is counted, as it is told: a session's mean, or a part of what was asked. */
export const METRICS = [
  {
    title: "context overflows",
    unit: "a session",
    of: ({ overflows }, sessions) => overflows / sessions,
    note: "the results of a message, or a window, do not fit any more: the request fails",
  },
  {
    title: "compactions",
    unit: "a session",
    of: ({ compactions }, sessions) => compactions / sessions,
    note: "the harness summarises at 85 % of the context window",
  },
  {
    title: "tokens of results",
    unit: "thousands a session",
    of: ({ resultTokens }, sessions) => resultTokens / sessions / 1000,
    note: "Views and windows that were sent, or should have been",
  },
  {
    title: "windows read back",
    unit: "a session",
    of: ({ windows }, sessions) => windows / sessions,
    note: "to find what a View left out",
  },
  {
    title: "questions without an answer",
    unit: "%",
    of: ({ unanswered, asked }) => (100 * unanswered) / asked,
    note: "what was looked for came into no request that succeeded",
  },
];

export function digits(value) {
  if (value >= 100) return Math.round(value).toLocaleString("en-US");
  return value.toFixed(value >= 10 || value === 0 ? 0 : 1);
}

export function windowName(tokens) {
  return tokens >= 1e6 ? `${tokens / 1e6}M` : `${tokens / 1000}k`;
}
