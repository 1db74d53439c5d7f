/** A cut by bytes alone, against the packages that do only that; and what a hundred times the input costs. */
import { flatText, SIZES } from "../inputs.mjs";
import { stringByteSlice, truncateUtf8Bytes } from "../peers.mjs";
import { BYTES, LIMITS } from "./limits.mjs";

export function bytesGroups({ cut }) {
  const head = (text) => cut(text, BYTES, { keep: "head", counts: false }).head;
  return [
    {
      subject: "bytes",
      group: "head",
      only: (size) => size !== "2kb",
      candidates: {
        spillway: (text) => head(text).length,
        "truncate-utf8-bytes": (text) => truncateUtf8Bytes(text, BYTES.maxBytes).length,
        "string-byte-slice": (text) => stringByteSlice(text, 0, BYTES.maxBytes).length,
      },
      check: (text) =>
        head(text) === truncateUtf8Bytes(text, BYTES.maxBytes) &&
        head(text) === stringByteSlice(text, 0, BYTES.maxBytes),
    },
  ];
}

export function growthGroups({ cut }) {
  return [{ subject: "growth", group: "100 MB / 1 MB", only: (size) => size === "100mb", candidates }];

  function candidates(kind) {
    const small = flatText(kind, SIZES["1mb"]);
    const pairs = ["head", "tail", "ends"].map((keep) => {
      const call = (text) => cut(text, LIMITS, { keep, counts: false }).head.length;
      return { [`${keep} of 100 MB`]: (text) => call(text), [`${keep} of 1 MB`]: () => call(small) };
    });
    return Object.assign({}, ...pairs);
  }
}
