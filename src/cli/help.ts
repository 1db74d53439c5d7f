/** What `--help` says. */
import { DEFAULT_MAX_BYTES } from "./options.js";

const LIMITS = `Limits (all that are given hold at once; default --max-bytes ${DEFAULT_MAX_BYTES}):
  --max-bytes N      UTF-8 bytes
  --max-chars N      UTF-16 code units
  --max-lines N      lines
  --max-tokens N     estimated tokens`;

const STORE = `Store:
  --store DIR        where Spills are kept; default $SPILLWAY_STORE, else the user's state directory
                     ($XDG_STATE_HOME/spillway/spills or ~/.local/state/spillway/spills)
  --json             print the result as JSON`;

const VIEW = `View:
  --keep PART        head, tail or ends (default ends)
  --head-share S     for ends: the head's part, 0 to 1 (default 0.5; 0.2 if the command failed)
  --raw              leave escape sequences and control characters in
  --tool NAME        name the Spill after a tool
  --session ID       file the Spill under a session`;

export const HELP: Readonly<Record<string, string>> = {
  spillway: `spillway: bound every tool result, keep every byte

  spillway run [options] -- COMMAND…    run a command; print a View of its output, keep the whole
  COMMAND | spillway pipe [options]     the same for what comes in on stdin
  spillway read REF [options]           print a window of a Spill
  spillway list [options]               list the Spills

  spillway COMMAND --help               options and examples
  spillway --version

Examples:
  spillway run -- npm test
  spillway run --max-lines 40 -- git log -p
  spillway read 1-bash-0f3a9c42 --lines 200..260
  spillway read 1-bash-0f3a9c42 --grep error --context 2`,

  run: `spillway run [options] -- COMMAND…

Runs a command and prints the View of its output that a model should get: inside the limits, with a notice that says
what is missing and where the complete output is. Both output streams go to the Spill while the command runs. Ends with
the command's exit code; 127 if it cannot be started.

${LIMITS}

${VIEW}

${STORE}

Examples:
  spillway run -- npm test
  spillway run --max-tokens 2000 --keep tail -- cargo build
  spillway run --json -- ls -lR / | jq .spill.ref.path`,

  pipe: `COMMAND | spillway pipe [options]

Prints the View of what comes in on stdin.

${LIMITS}

${VIEW}

${STORE}

Examples:
  git log -p | spillway pipe --max-lines 100
  yes 🟡 | head -c 300000 | spillway pipe`,

  read: `spillway read REF [--lines A..B | --bytes A..B | --grep TEXT [--context N]] [options]

Prints a window of a Spill, and on stderr the command that prints the next one. REF is an id or spill://ID.

  --lines A..B       lines, 1-based, both inclusive; A.. to the end
  --bytes A..B       bytes, 0-based, both inclusive; A.. to the end
  --grep TEXT        the lines that contain TEXT
  --ignore-case, -i  for --grep
  --context N        lines before and behind each match
  --after BYTE       for --grep: start at this byte

${LIMITS}

${STORE}

Examples:
  spillway read seq-0f3a9c42
  spillway read spill://seq-0f3a9c42 --lines 5000..5020
  spillway read seq-0f3a9c42 --grep 77777 --context 1`,

  list: `spillway list [options]

Lists the Spills of the store, newest first.

  --session ID       only those of a session

${STORE}

Examples:
  spillway list
  spillway list --session 7f9c --json`,
};
