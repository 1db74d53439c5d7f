/** Holdout texts written for this corpus: other programs' output than in training, with other words and another seed. */
import { ALPHANUMERIC, dice, HEX } from "./random.mjs";

const { whole, pick, text, bytes, times, next } = dice(77_777);
const NAMES =
  "invoice payment customer shipment warehouse ledger product catalog reservation passenger booking refund voucher account balance".split(
    " ",
  );
const VERBS = "accepted rejected scheduled synchronised archived expired validated transferred".split(" ");
const hex = (length) => text(HEX, length);
const lines = (count, make) => times(count, make).join("\n");
const title = (word) => word[0].toUpperCase() + word.slice(1);

/** Category → texts. */
export const WRITTEN_HOLDOUT = {
  "ndjson logs": [
    lines(16, (n) =>
      JSON.stringify({
        log: `${title(pick(NAMES))} ${whole(1e5)} ${pick(VERBS)}\n`,
        stream: pick(["stdout", "stderr"]),
        time: `2025-09-1${n % 10}T0${n % 9}:4${n % 6}:11.${whole(1e9)}Z`,
      }),
    ),
    lines(12, (n) =>
      JSON.stringify({
        severity: pick(["NOTICE", "CRITICAL"]),
        ts: 1_758_000_000 + n * 61,
        caller: `${pick(NAMES)}/handler.go:${whole(300)}`,
        msg: `${pick(NAMES)} ${pick(VERBS)}`,
        trace_id: hex(32),
        span_id: hex(16),
        user: { id: whole(1e7), plan: pick(["free", "pro"]) },
      }),
    ),
  ],
  "plain logs": [
    lines(
      22,
      () =>
        `Sep 12 1${whole(10)}:${10 + whole(50)}:${10 + whole(50)} node-${whole(9)} systemd[1]: ${pick(NAMES)}.service: Main process exited, code=exited, status=${whole(3)}/FAILURE`,
    ),
    lines(
      24,
      (n) =>
        `E0912 10:${10 + n}:31.${100_000 + whole(900_000)}       1 controller.go:${whole(300)}] error syncing "${pick(NAMES)}/${pick(NAMES)}-${hex(5)}": ${pick(VERBS)} by server`,
    ),
    lines(
      18,
      () =>
        ` PASS  tests/${pick(NAMES)}/${pick(NAMES)}.spec.ts (${(next() * 9).toFixed(3)} s)\n   ● ${title(pick(NAMES))} › is ${pick(VERBS)} when the ${pick(NAMES)} is missing`,
    ),
    lines(
      26,
      () =>
        `[${pick(["INFO", "WARNING"])}] ${pick(NAMES)}-service ........................... ${pick(["SUCCESS", "FAILURE"])} [ ${(next() * 20).toFixed(3)} s]`,
    ),
  ],
  "stack traces": [
    lines(
      3,
      () =>
        `Exception in thread "main" java.lang.IllegalStateException: ${title(pick(NAMES))} was not ${pick(VERBS)}\n${lines(7, () => `\tat com.example.${pick(NAMES)}.${title(pick(NAMES))}Service.lambda$${pick(NAMES)}$${whole(9)}(${title(pick(NAMES))}Service.java:${whole(500)})`)}\nCaused by: java.sql.SQLException: Connection refused\n\t... ${whole(40)} more`,
    ),
    lines(
      3,
      () =>
        `Unhandled exception. System.InvalidOperationException: ${title(pick(NAMES))} has already been ${pick(VERBS)}.\n${lines(6, () => `   at Contoso.${title(pick(NAMES))}.${title(pick(NAMES))}Repository.Get${title(pick(NAMES))}Async(Guid id, CancellationToken token) in C:\\src\\${title(pick(NAMES))}\\Repository.cs:line ${whole(300)}`)}`,
    ),
    lines(
      3,
      () =>
        `panic: runtime error: index out of range [${whole(20)}] with length ${whole(9)}\n\ngoroutine ${whole(90)} [running]:\n${lines(4, () => `main.(*${title(pick(NAMES))}).${title(pick(NAMES))}(0xc000${hex(6)}, {0x${hex(6)}, 0x${hex(1)}})\n\t/home/ci/go/src/${pick(NAMES)}/${pick(NAMES)}.go:${whole(400)} +0x${hex(3)}`)}`,
    ),
  ],
  base64: [
    lines(20, () => bytes(48).toString("base64")),
    `-----BEGIN CERTIFICATE-----\n${lines(16, () => bytes(48).toString("base64"))}\n-----END CERTIFICATE-----`,
    `{"image":"data:image/png;base64,${bytes(800).toString("base64")}"}`,
    Buffer.from(lines(20, () => `The ${pick(NAMES)} was ${pick(VERBS)} on ${whole(28)} May.`)).toString("base64"),
  ],
  hex: [
    lines(16, (n) => `${(n * 16).toString(16).padStart(7, "0")} ${times(16, () => hex(2)).join(" ")}`),
    lines(14, () => `sha256:${hex(64)}`),
    bytes(500).toString("hex").toUpperCase(),
    lines(30, () => `0x${hex(16)}  mov    %${pick(["rax", "rdi", "rsp"])},0x${hex(2)}(%rbp)`),
    lines(12, () => times(6, () => hex(2)).join(":")),
  ],
  uuid: [
    lines(24, () => `${hex(8)}-${hex(4)}-7${hex(3)}-a${hex(3)}-${hex(12)}`.toUpperCase()),
    lines(12, () => `${pick(NAMES)}_id=${hex(8)}-${hex(4)}-4${hex(3)}-b${hex(3)}-${hex(12)} status=${pick(VERBS)}`),
  ],
  "random ids": [
    lines(24, () => `01J${text("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 23)}`),
    lines(20, () => `arn:aws:s3:::${pick(NAMES)}-${hex(10)}/uploads/${text(ALPHANUMERIC, 16)}`),
    lines(20, () => `${text(ALPHANUMERIC, 8)}==${text(ALPHANUMERIC, 12)} ${text(ALPHANUMERIC, 32)}`),
    lines(8, () => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${text(ALPHANUMERIC, 43)} ${pick(NAMES)}@host`),
  ],
  numbers: [
    lines(50, (n) => `${n};${(next() * 1e4).toFixed(3)};${whole(2)};${(next() * 360 - 180).toFixed(5)}`),
    JSON.stringify(times(40, () => [Number((next() * 90).toFixed(4)), Number((next() * 180).toFixed(4))])),
    lines(30, () => times(8, () => (next() * 10).toFixed(3)).join("  ")),
    lines(
      40,
      () =>
        `${1_600_000_000_000 + whole(1e11)} ${whole(256)}.${whole(256)}.${whole(256)}.${whole(256)} ${whole(65_536)}`,
    ),
    text("123456789", 300),
  ],
  "box drawing": [
    `╭${"─".repeat(40)}╮\n${lines(10, () => `│ ${pick(NAMES).padEnd(38)} │`)}\n╰${"─".repeat(40)}╯`,
    lines(
      16,
      () =>
        `┃ ${pick(NAMES).padEnd(14)}┃ ${String(whole(1e6)).padStart(9)} ┃ ${pick(VERBS).padEnd(14)}┃\n┣${"━".repeat(15)}╋${"━".repeat(11)}╋${"━".repeat(15)}┫`,
    ),
    lines(
      20,
      () =>
        `${pick(NAMES)} ${"▏▎▍▌▋▊▉█"[whole(8)].repeat(1 + whole(12))}${"▁▂▃▄▅▆▇"[whole(7)]}${"▁▂▃▄▅▆▇"[whole(7)]}${"▁▂▃▄▅▆▇"[whole(7)]}`,
    ),
  ],
  "ascii tables": [
    ` id | ${pick(NAMES)} | ${pick(NAMES)}\n----+------------+-------------\n${lines(20, () => ` ${String(whole(100)).padStart(2)} | ${pick(NAMES).padEnd(10)} | ${pick(VERBS)}`)}\n(20 rows)`,
    `${lines(18, () => `${pick(NAMES).toUpperCase().padEnd(20)}${pick(VERBS).padEnd(16)}${whole(99)}/${whole(99)}   ${whole(90)}d`)}`,
  ],
  whitespace: [
    lines(24, () => `${" ".repeat(2 * whole(24))}<${pick(NAMES)}>`),
    lines(24, () => `${pick(NAMES)}${" ".repeat(10 + whole(60))}${whole(1000)}`),
    `begin${"\n\n".repeat(120)}end${" ".repeat(500)}`,
    lines(20, () => `${"\t".repeat(1 + whole(5))}"${pick(NAMES)}": [${" ".repeat(whole(6))}],`),
  ],
  terminal: [
    lines(
      16,
      () => `\u001b[1;${30 + whole(8)};40m ${pick(NAMES)} \u001b[0m\u001b[38;5;${whole(256)}m${pick(VERBS)}\u001b[0m`,
    ),
    lines(
      16,
      () =>
        `\u001b[A\u001b[K ${pick("⣾⣽⣻⢿⡿⣟⣯⣷")} ${pick(NAMES)}: ${"#".repeat(whole(40))}${"-".repeat(whole(40))} \u001b[32m${whole(100)}%\u001b[m`,
    ),
  ],
  symbols: [
    "f: ℕ → ℤ, n ↦ (−1)ⁿ·⌊(n+1)∕2⌋; ∃!x∈X ∀y∈Y: x ⊕ y ≡ 0 (mod p); ∇×E = −∂B∕∂t; ‖v‖₂ = √(v₁² + v₂²); p ≪ q ∴ λ → ∞; a ∝ b, c ≠ d, S ∪ T ⊆ U, Ω ∖ Γ = ∅\n".repeat(
      3,
    ),
    "① first ② second ③ third ‹a› „b“ ‚c‘ ‰ ‱ ⁂ ※ ☐ ☑ ☒ ⚠ ⚡ ⏱ ⌘ ⌥ ⇧ ⏎ ␣ ⟨x⟩ ⟦y⟧ ▶ ◀ ◉ ◯ ♠ ♣ ♥ ♦ ♪ ♫ ↩ ↪ ⤴ ⟶ ⟵ ⇄\n".repeat(
      4,
    ),
  ],
  csharp: [
    `using System;\nusing System.Collections.Generic;\nusing System.Linq;\nusing System.Threading;\nusing System.Threading.Tasks;\n\nnamespace Contoso.Ledger\n{\n    /// <summary>Books postings in the order in which they were accepted.</summary>\n    public sealed class PostingQueue : IAsyncDisposable\n    {\n        private readonly SemaphoreSlim _gate = new SemaphoreSlim(1, 1);\n        private readonly Queue<Posting> _pending = new();\n        private bool _closed;\n\n        public int Count => _pending.Count;\n\n        public async Task<Receipt> EnqueueAsync(Posting posting, CancellationToken token = default)\n        {\n            if (posting is null) throw new ArgumentNullException(nameof(posting));\n            await _gate.WaitAsync(token).ConfigureAwait(false);\n            try\n            {\n                if (_closed) throw new ObjectDisposedException(nameof(PostingQueue));\n                _pending.Enqueue(posting);\n                return new Receipt(Guid.NewGuid(), DateTimeOffset.UtcNow, posting.Amount);\n            }\n            finally\n            {\n                _gate.Release();\n            }\n        }\n\n        public IEnumerable<Posting> Overdue(TimeSpan limit) =>\n            from posting in _pending\n            where DateTimeOffset.UtcNow - posting.BookedAt > limit\n            orderby posting.BookedAt descending\n            select posting;\n\n        public ValueTask DisposeAsync()\n        {\n            _closed = true;\n            _gate.Dispose();\n            return ValueTask.CompletedTask;\n        }\n    }\n\n    public sealed record Receipt(Guid Id, DateTimeOffset At, decimal Amount);\n}\n`,
    `[ApiController]\n[Route("api/v1/[controller]")]\npublic class VouchersController : ControllerBase\n{\n    private readonly IVoucherStore store;\n    private readonly ILogger<VouchersController> logger;\n\n    public VouchersController(IVoucherStore store, ILogger<VouchersController> logger)\n    {\n        this.store = store;\n        this.logger = logger;\n    }\n\n    [HttpGet("{id:guid}")]\n    [ProducesResponseType(StatusCodes.Status404NotFound)]\n    public async Task<ActionResult<VoucherDto>> Get(Guid id)\n    {\n        Voucher? voucher = await store.FindAsync(id);\n        if (voucher == null)\n        {\n            logger.LogWarning("Voucher {VoucherId} does not exist", id);\n            return NotFound();\n        }\n        return Ok(new VoucherDto { Id = voucher.Id, Value = voucher.Value, ExpiresOn = voucher.ExpiresOn?.ToString("yyyy-MM-dd") });\n    }\n\n    #region Helpers\n    private static int RoundUp(double value) => (int)Math.Ceiling(value);\n    #endregion\n}\n`,
  ],
  shell: [
    `#!/bin/sh\nset -eu\n\nusage() {\n  echo "usage: \${0##*/} [-n] TARGET..." >&2\n  exit 64\n}\n\ndry=\nwhile getopts n opt; do\n  case "$opt" in\n    n) dry=echo ;;\n    *) usage ;;\n  esac\ndone\nshift $((OPTIND - 1))\n[ $# -gt 0 ] || usage\n\nfor target in "$@"; do\n  if ! [ -d "$target" ]; then\n    printf '%s: no such folder\\n' "$target" >&2\n    continue\n  fi\n  find "$target" -type f -name '*.bak' -mtime +30 -print0 |\n    xargs -0 -r $dry rm -f --\ndone\n\ntmp=$(mktemp -d) && trap 'rm -rf "$tmp"' EXIT INT TERM\ncurl -fsSL --retry 3 "https://example.org/\${VERSION:-latest}.tar.gz" | tar -xz -C "$tmp" --strip-components=1\nawk -F: '$3 >= 1000 { print $1 "\\t" $6 }' /etc/passwd | sort -u > "$tmp/users.tsv"\n`,
  ],
  css: [
    lines(
      8,
      (n) =>
        `.${pick(NAMES)}-card:nth-child(${n}) > .title::before {\n  content: "\\201C";\n  color: #${hex(6)};\n  margin: ${whole(20)}px auto 0 calc(100% - ${whole(9)}rem);\n  transition: opacity .${whole(9)}s ease-in-out;\n}`,
    ),
  ],
  "shell session": [
    lines(
      12,
      () =>
        `${String(whole(99_999)).padStart(7)} ?        Ssl  ${10 + whole(9)}:${10 + whole(49)}   ${whole(9)}:${10 + whole(49)} /usr/sbin/${pick(NAMES)}d --config /etc/${pick(NAMES)}.conf -f`,
    ),
    lines(
      14,
      () =>
        `CONTAINER ${hex(12)}   ${pick(NAMES)}/${pick(NAMES)}:latest   "docker-entrypoint.s…"   ${whole(20)} hours ago   Up ${whole(20)} hours   0.0.0.0:${whole(9999)}->${whole(9999)}/tcp   ${pick(NAMES)}_1`,
    ),
    lines(
      12,
      () =>
        ` ${pick(["M", "??", "A", "D"]).padEnd(2)} src/${pick(NAMES)}/${pick(NAMES)}.component.tsx | ${whole(90)} ${"+".repeat(whole(20))}${"-".repeat(whole(12))}`,
    ),
  ],
  yaml: [
    lines(
      4,
      () =>
        `  ${pick(NAMES)}:\n    runs-on: ubuntu-latest\n    needs: [${pick(NAMES)}, ${pick(NAMES)}]\n    steps:\n      - uses: actions/checkout@${hex(40)} # v4\n        with:\n          fetch-depth: 0\n      - run: |\n          make ${pick(NAMES)} VERSION=\${{ github.ref_name }}`,
    ),
  ],
  sql: [
    lines(
      3,
      () =>
        `CREATE TABLE IF NOT EXISTS ${pick(NAMES)}_history (\n  ${pick(NAMES)}_id BIGSERIAL PRIMARY KEY,\n  amount NUMERIC(12, 2) NOT NULL DEFAULT 0,\n  changed_on TIMESTAMPTZ NOT NULL DEFAULT now(),\n  CONSTRAINT fk_${pick(NAMES)} FOREIGN KEY (${pick(NAMES)}_id) REFERENCES ${pick(NAMES)} (id) ON DELETE CASCADE\n);\nUPDATE ${pick(NAMES)} SET status = '${pick(VERBS)}' WHERE id IN (${times(6, () => whole(9e4)).join(", ")});`,
    ),
  ],
};
