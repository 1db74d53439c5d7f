/** Training texts written for this corpus: what tools print, with values drawn from a seed. */
import { ALPHANUMERIC, dice, HEX } from "./random.mjs";

const { whole, pick, text, bytes, times, next } = dice(1);
const WORDS =
  "server request cache worker build module index token stream buffer session query parse render update deploy config client socket queue".split(
    " ",
  );
const hex = (length) => text(HEX, length);
const stamp = (step) => new Date(1_761_000_000_000 + step * 7919 + whole(5000)).toISOString();
const lines = (count, make) => times(count, make).join("\n");
const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-${pick("89ab")}${hex(3)}-${hex(12)}`;

/** Category → texts. */
export const WRITTEN_TRAINING = {
  "ndjson logs": [
    lines(14, (n) =>
      JSON.stringify({
        level: pick([30, 40, 50]),
        time: 1_761_000_000_000 + n * 911,
        pid: 4242,
        hostname: "api-7d9f",
        reqId: uuid(),
        msg: `${pick(WORDS)} ${pick(WORDS)} done`,
        responseTime: whole(90_000) / 100,
      }),
    ),
    lines(16, (n) =>
      JSON.stringify({
        "@timestamp": stamp(n),
        "log.level": pick(["info", "warn"]),
        message: `${pick(WORDS)} failed after ${whole(9)} retries`,
        service: { name: pick(WORDS), id: whole(1e6) },
      }),
    ),
    lines(20, (n) => JSON.stringify({ t: stamp(n), ev: pick(WORDS), ms: whole(4000), ok: next() > 0.2 })),
  ],
  "plain logs": [
    lines(
      30,
      (n) =>
        `${stamp(n)} ${pick(["INFO", "WARN", "ERROR", "DEBUG"])}  [${pick(WORDS)}-${whole(16)}] ${pick(WORDS)} ${pick(WORDS)} took ${whole(900)}ms (attempt ${1 + whole(3)})`,
    ),
    lines(
      24,
      () =>
        `10.${whole(256)}.${whole(256)}.${whole(256)} - - [21/Oct/2025:06:${10 + whole(50)}:${10 + whole(50)} +0000] "GET /${pick(WORDS)}/${whole(9999)} HTTP/1.1" ${pick([200, 304, 404, 500])} ${whole(50_000)} "-" "curl/8.5.0"`,
    ),
    lines(
      40,
      (n) =>
        `ok ${n + 1} - ${pick(WORDS)} should ${pick(WORDS)} the ${pick(WORDS)} # time=${(whole(9000) / 100).toFixed(2)}ms`,
    ),
    lines(40, (n) => `[${n + 1}/40] Compiling ${pick(WORDS)}-${pick(WORDS)} v${whole(9)}.${whole(20)}.${whole(30)}`),
    `npm warn deprecated inflight@1.0.6: This module is not supported, and leaks memory.\nnpm warn deprecated glob@7.2.3: Glob versions prior to v9 are no longer supported\n\nadded 412 packages, and audited 413 packages in 9s\n\n58 packages are looking for funding\n  run \`npm fund\` for details\n\n3 vulnerabilities (1 moderate, 2 high)\n\nTo address all issues, run:\n  npm audit fix\n`,
  ],
  "stack traces": [
    lines(
      4,
      () =>
        `TypeError: Cannot read properties of undefined (reading '${pick(WORDS)}')\n${lines(6, () => `    at ${pick(["async ", ""])}${pick(WORDS)}${pick(["Handler", "Manager", ""])}.${pick(WORDS)} (/app/src/${pick(WORDS)}/${pick(WORDS)}.js:${whole(400)}:${whole(80)})`)}\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`,
    ),
    lines(
      3,
      () =>
        `Traceback (most recent call last):\n${lines(5, () => `  File "/usr/lib/python3/dist-packages/${pick(WORDS)}/${pick(WORDS)}.py", line ${whole(900)}, in ${pick(WORDS)}_${pick(WORDS)}\n    return self.${pick(WORDS)}.${pick(WORDS)}(${pick(WORDS)}, timeout=${whole(60)})`)}\nValueError: invalid literal for int() with base 10: '${hex(6)}'`,
    ),
    lines(
      2,
      () =>
        `thread 'main' panicked at src/${pick(WORDS)}.rs:${whole(300)}:${whole(40)}:\ncalled \`Result::unwrap()\` on an \`Err\` value: Os { code: 2, kind: NotFound, message: "No such file or directory" }\nstack backtrace:\n${lines(6, (n) => `  ${n}: 0x${hex(12)} - ${pick(WORDS)}::${pick(WORDS)}::h${hex(16)}`)}`,
    ),
  ],
  base64: [
    bytes(900).toString("base64"),
    lines(14, () => bytes(57).toString("base64")),
    `data:font/woff2;base64,${bytes(700).toString("base64")}`,
    lines(
      5,
      () =>
        `${Buffer.from('{"alg":"HS256","typ":"JWT"}').toString("base64url")}.${Buffer.from(JSON.stringify({ sub: uuid(), iat: 1_761_000_000 + whole(1e6), role: pick(WORDS) })).toString("base64url")}.${bytes(32).toString("base64url")}`,
    ),
  ],
  hex: [
    hex(1200),
    lines(20, () => `${hex(64)}  ${pick(WORDS)}-${whole(9)}.tar.gz`),
    lines(
      25,
      (n) =>
        `${(n * 16).toString(16).padStart(8, "0")}: ${times(8, () => hex(4)).join(" ")}  ${text("................abcdefgABC0123 /", 16)}`,
    ),
    lines(20, () => `${hex(40)} ${pick(WORDS)} the ${pick(WORDS)}`),
  ],
  uuid: [lines(30, uuid), lines(12, () => `"id": "${uuid()}", "parent": "${uuid()}",`), times(20, uuid).join(",")],
  "random ids": [
    lines(30, () => text(ALPHANUMERIC, 21)),
    lines(20, () => `{"key":"sk_live_${text(ALPHANUMERIC, 24)}","etag":"W/\\"${hex(8)}-${text(ALPHANUMERIC, 27)}\\""}`),
    lines(30, () => `${text(HEX, 7)} ${text(HEX, 12)} pkg-${text("abcdefghijklmnopqrstuvwxyz0123456789", 10)}`),
    lines(20, () => `${text(ALPHANUMERIC, 11)}-${text(ALPHANUMERIC, 5)}_${text(ALPHANUMERIC, 7)}`),
    lines(20, () => text("abcdefghijklmnopqrstuvwxyz0123456789", 26)),
    lines(20, () => text("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", 20)),
    text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 400),
    text("abcdefghijklmnopqrstuvwxyz", 400),
    lines(10, () => text("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 52)),
  ],
  numbers: [
    lines(60, (n) => `${n},${whole(1e5)},${(next() * 100).toFixed(2)},${(next() * 2 - 1).toFixed(6)}`),
    text("0123456789", 600),
    JSON.stringify(times(150, () => whole(1e6))),
    JSON.stringify(times(60, () => next() * 100)),
    lines(30, () => times(10, () => String(whole(1000)).padStart(6)).join("")),
    lines(40, () => `${(next() * 1e-4).toExponential(6)}\t${-whole(90)}.${whole(1000)}\t${1_700_000_000 + whole(1e7)}`),
  ],
  "box drawing": [
    table("┌┬┐├┼┤└┴┘─│", 14, 4),
    table("╔╦╗╠╬╣╚╩╝═║", 8, 3),
    lines(
      24,
      (n) => `${"│   ".repeat(n % 4)}${n % 5 === 4 ? "└── " : "├── "}${pick(WORDS)}.${pick(["ts", "js", "json"])}`,
    ),
    lines(12, () => text("─━│┃┌┐└┘├┤┬┴┼╭╮╰╯═║╔╗╚╝", 24)),
    lines(12, () => text("▁▂▃▄▅▆▇█▏▎▍▌▋▊▉░▒▓■□▪▫", 20)),
    lines(12, () => `${pick(WORDS).padEnd(12)} ${"█".repeat(whole(30))}${"░".repeat(whole(20))} ${whole(100)}%`),
  ],
  "ascii tables": [
    table("+++++++++-|", 14, 4),
    lines(20, () => `| ${times(5, () => pick(WORDS).padEnd(10)).join(" | ")} |`),
    `${"=".repeat(78)}\n${"-".repeat(78)}\n${lines(14, () => `${pick(WORDS).padEnd(30, ".")} ${whole(100)}%`)}\n${"#".repeat(60)}\n${"*".repeat(60)}\n${"_".repeat(60)}\n${"~".repeat(40)}`,
  ],
  whitespace: [
    lines(40, () => `${" ".repeat(4 * whole(10))}${pick(WORDS)}`),
    lines(30, () => times(4, () => pick(WORDS).padEnd(24)).join("")),
    lines(30, () => `${"\t".repeat(whole(8))}${pick(WORDS)}\t\t${whole(100)}`),
    lines(30, () => `${pick(WORDS)}${"\n".repeat(whole(5))}`),
    `${" ".repeat(700)}x${"\n".repeat(300)}y${"\t".repeat(200)}`,
    lines(24, () => `${String(whole(1e5)).padStart(20)}${String(whole(1e3)).padStart(16)}   ${pick(WORDS)}`),
  ],
  terminal: [
    lines(
      20,
      () =>
        `\u001b[${pick([31, 32, 33, 36])}m${pick(["✓", "✗", "→"])}\u001b[39m \u001b[2m${pick(WORDS)} ${pick(WORDS)}\u001b[22m \u001b[90m(${whole(900)} ms)\u001b[39m`,
    ),
    lines(16, () => `\r\u001b[2K\u001b[1G${pick("⠋⠙⠹⠸⠼⠴")} ${pick(WORDS)} ${whole(100)}/100`),
  ],
  symbols: [
    "∀x ∈ ℝ: ⌈x⌉ = −⌊−x⌋, α ∧ ¬β = ¬(¬α ∨ β), ∑ᵢ₌₁ⁿ i² = n(n+1)(2n+1)⁄6, ∫₀^∞ e^(−x²) dx = √π⁄2, A ⊂ B ⇔ A ∩ B = A, |x − y| ≤ ε ⇒ f(x) ≈ f(y) ± δ\n".repeat(
      3,
    ),
    "→ ← ↑ ↓ ⇒ ⇐ ↔ • · … – — “quoted” ‘single’ «guillemets» © ® ™ § ¶ † ‡ ° ± × ÷ ½ ¼ ¾ € £ ¥ ¢ № ✓ ✔ ✗ ✘ ★ ☆ ● ○ ■ □ ▲ ▼ ◆ ◇\n".repeat(
      4,
    ),
  ],
  runs: [
    ..."0123456789".split("").map((digit) => digit.repeat(120)),
    lines(12, () => text("0123456789", 40)),
    lines(12, () => `${pick("0123456789").repeat(1 + whole(9))}.${pick("0123456789").repeat(whole(9))}`),
    ..."aexzAQ".split("").map((letter) => letter.repeat(200)),
    ...".,-_=*#/\\|~+:<>(){}[]\"'!?&%$@^`"
      .split("")
      .map((sign) => `${sign.repeat(60)}\n${lines(10, () => sign.repeat(1 + whole(12)))}`),
    ..."中あア한กءאжλéạ─█🟡→".match(/./gu).map((letter) => letter.repeat(80)),
    lines(12, () => text("!@#$%^&*()_+-={}[]|:;<>?,./~", 40)),
    lines(12, () => text("áéíóúñçßøåžščřąęłőűğış", 30)),
  ],
  "shell session": [
    lines(
      12,
      () =>
        `drwxr-xr-x  ${1 + whole(9)} root root  ${String(whole(9e4)).padStart(6)} Oct ${10 + whole(20)} 0${whole(10)}:${10 + whole(50)} ${pick(WORDS)}-${pick(WORDS)}`,
    ),
    lines(
      16,
      () =>
        `$ git log --oneline -${whole(9)}\n${hex(7)} ${pick(["fix", "feat", "docs"])}(${pick(WORDS)}): ${pick(WORDS)} ${pick(WORDS)} when ${pick(WORDS)} is empty`,
    ),
  ],
  yaml: [
    lines(
      6,
      () =>
        `- name: ${pick(WORDS)}\n  image: images.example.com/${pick(WORDS)}:${whole(9)}.${whole(9)}\n  env:\n    - name: ${pick(WORDS).toUpperCase()}_URL\n      value: "https://${pick(WORDS)}.example.com:${whole(9000)}"\n  resources:\n    limits:\n      cpu: ${whole(900)}m\n      memory: ${whole(900)}Mi`,
    ),
  ],
  sql: [
    lines(
      8,
      () =>
        `INSERT INTO ${pick(WORDS)}s (id, ${pick(WORDS)}_id, created_at, total) VALUES (${whole(1e6)}, ${whole(1e4)}, '2025-10-${10 + whole(20)} 08:00:00', ${(next() * 1000).toFixed(2)});`,
    ),
    lines(
      4,
      () =>
        `SELECT a.id, COUNT(*) AS total FROM ${pick(WORDS)}s a LEFT JOIN ${pick(WORDS)}s b ON b.${pick(WORDS)}_id = a.id WHERE a.deleted_at IS NULL GROUP BY a.id HAVING COUNT(*) > ${whole(20)} ORDER BY total DESC LIMIT ${whole(100)};`,
    ),
  ],
};

function table([a, b, c, d, e, f, g, h, i, line, side], rows, columns) {
  const width = 12;
  const rule = (left, middle, right) => left + times(columns, () => line.repeat(width)).join(middle) + right;
  const row = () =>
    side + times(columns, (n) => ` ${n === 0 ? pick(WORDS) : whole(1e5)}`.padEnd(width)).join(side) + side;
  return [rule(a, b, c), row(), rule(d, e, f), ...times(rows, row), rule(g, h, i)].join("\n");
}
