/** JSON texts to be cut to 50,000 bytes: of about 100 MB, and one that a peer can take whose time grows with the square. */
import { VALUES } from "./values.mjs";

const BYTES = 100_000_000;

export const SOURCES = {
  "records, 150 KB": () => JSON.stringify(VALUES.records().slice(0, 1000)),
  records: () => repeated((records) => JSON.stringify(records)),
  "records, indented": () => repeated((records) => JSON.stringify(records, null, 2)),
  "records, a line each": () => repeated((records) => records.map((one) => JSON.stringify(one)).join("\n")),
  integers: () => JSON.stringify(Array.from({ length: 14_500_000 }, (_, index) => (index * 7919) % 1_000_003)),
  "one plain string": () => JSON.stringify("abcdefghij klmnop qrstuv wxyz. ".repeat(BYTES / 31)),
  "one string of Markdown": () =>
    JSON.stringify('## Title\n\nSome *text* with `code` and "quotes".\n- item\n'.repeat(BYTES / 62)),
};

/** The same kinds, small. */
export function sourceSamples() {
  return [
    JSON.stringify(VALUES["nested records"]().slice(0, 500)),
    JSON.stringify(VALUES["nested records"]().slice(0, 300), null, 2),
    JSON.stringify(["a plain string ".repeat(1000), '"\n'.repeat(1000), 1, 2.5, null, true, {}]),
  ];
}

/** As many records as make that many bytes, in one flat string as a decoder gives it. */
function repeated(toText) {
  const some = VALUES.records();
  const times = Math.round(BYTES / Buffer.byteLength(toText(some)));
  return Buffer.from(toText(Array.from({ length: times }, () => some).flat())).toString();
}
