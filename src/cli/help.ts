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
  --store s3://BUCKET/PREFIX
                     in a bucket, with the project's @aws-sdk/client-s3 and what that finds (AWS_PROFILE,
                     AWS_REGION, AWS_ENDPOINT_URL_S3 …); $SPILLWAY_KEY is the secret that a fleet shares
  --json             print the result as JSON`;

const VIEW = `View:
  --keep PART        head, tail or ends (default ends)
  --head-share S     for ends: the head's part, 0 to 1 (default 0.5; 0.2 if the command failed)
  --clean            show what a terminal would: no escape sequences, of progress the last frame (the default)
  --raw              leave escape sequences and control characters in
  --show-invisible   write out characters that nobody sees, such as <U+202E>
  --encoding NAME    of the bytes, such as gbk, shift_jis or cp866; default auto: UTF-8, or what they are surely in
  --pin RE           keep lines that match a regular expression out of the omitted middle; can be given many times
  --errors           the same for lines that compilers, test runners and loggers report errors with
  --tool NAME        name the Spill after a tool
  --session ID       file the Spill under a session`;

export const HELP: Readonly<Record<string, string>> = {
  spillway: `spillway: bound every tool result, keep every byte

  spillway run [options] -- COMMAND…    run a command; print a View of its output, keep the whole
  COMMAND | spillway pipe [options]     the same for what comes in on stdin
  spillway read REF [options]           print a window of a Spill
  spillway list [options]               list the Spills
  spillway stat REF [options]           say what is known of a Spill
  spillway rm REF… [options]            remove Spills
  spillway sweep [options]              remove what is old, or too much
  spillway mcp [options] -- SERVER…     run an MCP server with its results bounded

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
  spillway run --errors --pin '^TODO' -- make
  spillway run --json -- ls -lR / | jq .spill.ref.path`,

  pipe: `COMMAND | spillway pipe [options]

Prints the View of what comes in on stdin.

${LIMITS}

${VIEW}

${STORE}

Examples:
  git log -p | spillway pipe --max-lines 100
  yes 🟡 | head -c 300000 | spillway pipe`,

  read: `spillway read REF [--lines A..B | --bytes A..B | --grep RE [--context N] | --pointer P [--from N]] [options]

Prints a window of a Spill, and on stderr the command that prints the next one. REF is an id or spill://ID.

  --lines A..B       lines, 1-based, both inclusive; A.. to the end
  --bytes A..B       bytes, 0-based, both inclusive; A.. to the end
  --grep RE          the lines that match a regular expression (RE2: no lookaround, no backreferences)
  --literal, -F      RE is a text to be taken literally
  --ignore-case, -i  upper-case and lower-case letters are the same
  --context N        lines before and behind each match
  --after BYTE       search from this byte on
  --pointer P        in JSON or JSON Lines, the value at this JSON Pointer, such as /rows/3; '' is the whole
  --encoding NAME    of the Spill, for windows by lines and bytes and for searches; default utf-8
  --from N           its members, or the characters of a string, from this one on, 0-based
  --line N, --at BYTE, --within P, --kind K, --steps S
                     in the command that is printed as the next one: they save a scan from the start

${LIMITS}

${STORE}

Examples:
  spillway read seq-0f3a9c42
  spillway read spill://seq-0f3a9c42 --lines 5000..5020
  spillway read seq-0f3a9c42 --grep '^7{5}$' --context 1
  spillway read api-0f3a9c42 --pointer /items --from 100`,

  list: `spillway list [options]

Lists the Spills of the store, newest first.

  --session ID       only those of a session

${STORE}

Examples:
  spillway list
  spillway list --session 7f9c --json`,

  stat: `spillway stat REF [options]

Says what the store knows of a Spill: its size, digest and file, where it came from, when it was written and last read.
Of one that was removed it says what went and when, and ends with 1.

${STORE}

Examples:
  spillway stat seq-0f3a9c42
  spillway stat spill://seq-0f3a9c42 --json | jq -r .path`,

  rm: `spillway rm REF… [options]
spillway rm --session ID [options]

Removes Spills for good; what is left of each is a note that it was there. Ends with 1 if one of them could not be
removed, or was not there, and removes the others all the same.

  --session ID       all those of a session

${STORE}

Examples:
  spillway rm seq-0f3a9c42 spill://npm-5d1e77aa
  spillway rm --session 7f9c`,

  sweep: `spillway sweep [options]

Removes the Spills that are past an age, and of the rest those read (or else written) the longest ago until the others
fit a size. Without either, only what interrupted writers left behind is cleared.

  --max-age DAYS     days since a Spill was last read, or else written; fractions are welcome
  --max-total SIZE   of all Spills together: bytes, or 512MiB, 512M (the same), 512MB (of 1000), 1.5GiB
  --retain REF       keep this one, whatever its age; can be given many times
  --grace SECONDS    keep what is younger, whatever the caps (default 600)

${STORE}

Examples:
  spillway sweep --max-age 7 --max-total 512MiB
  spillway sweep --max-age 0.5 --retain seq-0f3a9c42 --retain npm-5d1e77aa --json`,

  mcp: `spillway mcp [options] -- COMMAND…

Runs an MCP server that speaks over stdin and stdout, and is that server for its client: put it before the command in
the client's configuration. Results of tools that are over the limit are cut and the complete ones kept; the tools
read_result and search_result are added to read them. Everything else passes byte for byte. Ends with the server's exit
code; 127 if it cannot be started.

  --limit SIZE       of an encoded result, all of it (default 16KiB, or what the client is known to take if that is less)
  --tool NAME=SIZE   the same for one tool; can be given many times
  --exclude NAME     leave the results of this tool alone; many times
  --client PRESET    the limit that suits this client (claude-code, claude-desktop, codex, vs-code, copilot-cli, pi,
                     gemini-cli, opencode, qwen-code), whatever name it gives
  --pass-client NAME change nothing for the client of this name, such as one that runs programs on results; many times
  --max-raised SIZE  how far a tool's own anthropic/maxResultSizeChars can raise its limit (default 64KiB)
  --schema POLICY    of tools with structured content: strip their outputSchema (default), loosen it, or keep it and
                     mark what was cut as an error
  --handle TOOL:ARG  let this argument be { "$spill": "ID" }: the complete content of a kept result; many times
  --max-argument SIZE   of such content (default 1MiB)
  --max-message SIZE what is taken into memory (default 8MiB): results above it go to the store as they come
  --session ID       whose Spills these are (default one for each server and folder)
  --log FILE         append what was bounded: sizes, no content
  --config FILE      JSON with the names of these options; lists for those that can be given many times
  --store DIR        where Spills are kept; default as with the other commands

Examples:
  spillway mcp -- npx -y @modelcontextprotocol/server-filesystem /srv/logs
  spillway mcp --limit 32KiB --tool read_file=64KiB --exclude get_image -- node server.js
  spillway mcp --client codex --log spillway.log -- uvx mcp-server-git`,
};
