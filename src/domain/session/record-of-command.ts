import { sha256 } from "../digest.ts";
import { createOutputCapture } from "../feedback/capture-output.ts";
import { listSimpleCommands } from "../feedback/shell/list-simple-commands.ts";
import { endUnknown } from "../feedback/judge-record.ts";
import { callKey } from "../hooks/call-key.ts";
import { redactArgv } from "../feedback/redact-argv.ts";
import type { FeedbackRecord } from "../workbench.ts";
import type { SessionCommand } from "./session-facts.ts";

export interface RecordedIn {
  readonly client: string;
  readonly sessionId: string;
  readonly branch: string | null;
  /** Where the transcript is, for the record's source. */
  readonly path: string;
  /** Folder in which it ran, relative to the work tree's top; absolute outside of it, "?" when it cannot be told. */
  readonly cwd: string | null;
}

/** The same call has the same id wherever it is found. `key`: of the call's id, as the hook keeps it. */
export function callRecordId(client: string, sessionId: string, key: string): string {
  return sha256(JSON.stringify(["call", client, key.startsWith("g") ? null : sessionId, key])).slice(0, 12);
}

/**
 * A session's command as a feedback record; null for what was not executed, and for passdown's own calls, which speak
 * for themselves. Its tree is unknown: a transcript tells what ran, not on which content.
 */
export function recordOfCommand(
  command: SessionCommand,
  place: RecordedIn,
  redact: (text: string) => string,
): FeedbackRecord | null {
  if (command.outcome === "not_run" || command.command.length === 0) return null;
  const { command: written } = command;
  const asked: FeedbackRecord["command"] = typeof written === "string" ? { shell: written } : { argv: written };
  if (isOwnCall(asked)) return null;
  const capture = createOutputCapture();
  if (command.output !== null) capture.stdout.push(new TextEncoder().encode(command.output));
  const { excerpt, testResult } = capture.stdout.finish(redact);
  return {
    id: callRecordId(place.client, place.sessionId, callKey(command.callId)),
    parentId: null,
    source: { kind: "transcript", path: place.path, line: 0 },
    command: "shell" in asked ? { shell: redact(asked.shell) } : { argv: redactArgv(asked.argv, redact) },
    exitCode: command.exitCode,
    signal: null,
    error: describeEnd(command),
    durationMs: durationOf(command),
    startedAt: command.startedAt,
    stdout: excerpt,
    stderr: { head: "", tail: "", omittedLines: 0, errorLines: [] },
    note: null,
    cwd: place.cwd === null ? null : redact(place.cwd),
    branch: place.branch,
    commit: null,
    topic: null,
    sessionId: place.sessionId,
    tree: null,
    treeAfter: null,
    // On whatever content it ended, nobody looked.
    changedWhileRunning: command.background ? ["."] : [],
    testResult,
  };
}

function describeEnd({ outcome, exitCode }: SessionCommand): string | null {
  if (exitCode !== null) return null;
  switch (outcome) {
    case "open":
      return `${endUnknown}: the session ended before it did`;
    case "running":
      return `${endUnknown}: it went to the background and no end is recorded`;
    case "interrupted":
      return `${endUnknown}: it was interrupted`;
    case "failed":
      return "failed, as the client says";
    case "ok":
    case "unknown":
    case "not_run":
      return null;
  }
}

function durationOf({ durationMs, startedAt, endedAt }: SessionCommand): number | null {
  if (durationMs !== null) return durationMs;
  if (startedAt === null || endedAt === null) return null;
  const duration = Date.parse(endedAt) - Date.parse(startedAt);
  return Number.isFinite(duration) && duration >= 0 ? duration : null;
}

/** `passdown exec` keeps its own record, and notes are notes. */
function isOwnCall(command: FeedbackRecord["command"]): boolean {
  const { list } = listSimpleCommands(command);
  return list.length > 0 && list.every(isOwn);
}

/** What agents call, where passdown is started by the path of its file. */
const ownCommands: ReadonlySet<string> = new Set(
  "status note exec verify check pack pickup show log diff audit run inspect recover import".split(" "),
);

function isOwn(words: readonly string[]): boolean {
  const [program = "", script = "", command = ""] = words;
  if (/(?:^|\/)passdown(?:-hook)?$/.test(program)) return true;
  return /(?:^|\/)node$/.test(program) && script.endsWith("/dist/cli/bin.cjs") && ownCommands.has(command);
}
