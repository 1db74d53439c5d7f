/**
 * Whether a line says that something went wrong, as compilers, test runners, loggers and programs that crash word it: for
 * `pin`. Lines that only have the word in them, such as the name of a test that passed or a count of 0, are not meant, nor
 * are warnings.
 *
 * It knows the words of tsc, ESLint, Biome, vitest, jest, node:test and TAP, pytest, Python, cargo and rustc, go, gcc, clang
 * and linkers, make, the JVM with Maven and Gradle, .NET, Ruby, npm, shells, and loggers that write the level. Of a line, it
 * looks at the first 4,096 UTF-16 units; it takes linear time.
 *
 * @param line - without its line end and terminal escape sequences
 * @example
 * ```ts
 * const { text } = await boundResult(output, { limits, spill, pin: ERROR_LINES });
 * ```
 * @public
 */
export function ERROR_LINES(line: string): boolean {
  const start = line.length > MOST_UNITS ? line.slice(0, MOST_UNITS) : line;
  return MAYBE.test(start) && !PASSED.test(start) && PATTERNS.some((pattern) => pattern.test(start));
}

/** What every error has one of: most lines are told by this alone. */
const MAYBE =
  /err|fail|exception|fatal|panic|traceback|critical|severe|crit|not ok|killed|undefined|cannot find|suppressed|caused by|not found|no such|denied|fault|dumped|memory|interrupt|[✖✗✘×⨯✕❌●━]|^E {2}|^e: |\.go:\d/i;

/** Tests that passed are called after errors, too; and the lines of code that are shown around an error, with their numbers, have words of any kind. */
const PASSED = /^\s*(?:[✓✔√]|PASS\b|ok\b|>?\s*\d+\s*\|)|\.\.\. ok$/;

const PATTERNS: readonly RegExp[] = [
  // error: …, x.c:3:5: fatal error: …, error[E0308]: …, error TS2322: …, Error: …
  /(?:^|[\s:>\])(|!-])(?:fatal |internal |syntax |type |runtime |parse |compile |build )?error(?:\[[\w-]{1,20}\]| [A-Z]{1,8}\d{1,6})?:(?:\s|$)/i,
  // TypeError: …, java.lang.IllegalStateException: …, AssertionError [ERR_ASSERTION]: …, and alone at the end of a line
  /(?:^|[\s:>('"])(?:[\w$]+(?:\.|::|\\))*[A-Z]\w*(?:Error|Exception|Interrupt|Exit)(?: \[\w+\])?(?::|$|\)$)/,
  // FAIL, [ERROR], --- FAIL: …, … FAILED, npm ERR!
  /(?:^|[\s[(|:>\]])(?<!(?:^|\D)0 )(?:FAIL|FAILED|FAILURE|FATAL|CRITICAL|ERROR|ERR!|SEVERE|PANIC)(?=$|[\s\])|:,!])/,
  // 2 failed, 3 errors
  /(?:^|[\s(:])[1-9][\d,]* (?:tests? |suites? )?(?:failed|failures?|failing|errors?)\b/i,
  /^\s*(?:#|ℹ) fail [1-9]/,
  /^npm error\b/,
  // level=error, "level":"fatal", "level":50, [error]
  /\b(?:level|severity|lvl)["']?\s?[=:]\s?["']?(?:error|err|fatal|crit(?:ical)?|panic|50|60)\b/i,
  /\[(?:error|fatal|crit(?:ical)?|err)\]/i,
  // ESLint's lines, Biome's headings and its marks, those of test runners
  /^\s*\d+:\d+\s+error\s/,
  /\s(?:lint|format|parse|assist|check|organizeImports)\S*\s.*━{3}/,
  /^\s*(?:[✖✗✘×⨯✕❌]|not ok)\s/u,
  /^\s*●.*(?:›|Test suite failed)/,
  // Python, pytest
  /^Traceback \(most recent call last\)/,
  /^E {2,}\S/,
  // Go
  /^(?:\.{0,2}[\w./\\-]*\/|)[\w.-]+\.go:\d+:\d+: /,
  /^\s+[\w.-]+_test\.go:\d+: /,
  /^\s*(?:panic|fatal|fatal error): /,
  // Rust, the JVM, Kotlin, .NET
  /^e: \S/,
  /\bpanicked at\b/,
  /^(?:Exception in thread |\s*Caused by: |\s*Suppressed: |Unhandled exception)/i,
  // Linkers, make, shells
  /undefined reference to |undefined symbol|cannot find -l|\*\*\* .*\bError \d|\bld returned [1-9]/,
  /: (?:command not found|No such file or directory|Permission denied|not found)$/,
  /^(?:Killed|Bus error|Aborted)\b|\bSegmentation fault\b|\(core dumped\)|\b[Oo]ut of memory\b/,
];
const MOST_UNITS = 4096;
