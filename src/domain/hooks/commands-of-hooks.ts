import { commandKey } from "../feedback/quote-command.ts";
import { sha256 } from "../digest.ts";
import type { FeedbackRecord } from "../workbench.ts";
import { callRecordId, recordOfCommand, type RecordedIn } from "../session/record-of-command.ts";

type Line = Readonly<Record<string, unknown>>;

/** The hook keeps no text that could hold a secret; that something was running has to be known all the same. */
const withheld = "# a command that may hold a secret: its text was not kept";
/** A hook speaks within this time of the moment that the transcript tells. */
const near = 30_000;

/**
 * Commands that a hook saw and the transcript does not tell of. Some clients write a call down only when it has ended:
 * after a kill the hook alone knows of it.
 */
export function commandsOfHooks(
  lines: readonly Line[],
  known: readonly FeedbackRecord[],
  options: {
    readonly place: RecordedIn;
    readonly redact: (text: string) => string;
    /** The session is over: what has no end by now has none. */
    readonly ended: boolean;
    /** There is no transcript that could tell of the others. */
    readonly alone: boolean;
  },
): readonly FeedbackRecord[] {
  const { place, redact, ended, alone } = options;
  const ids = new Set(known.map(({ id }) => id));
  // Each of them stands for one run: a second run of the same command is another one.
  const left = known.filter(({ sessionId }) => sessionId === place.sessionId);
  const isTold = (command: string | null, startedAt: string | null): boolean => {
    const at = command === null ? -1 : left.findIndex((record) => isSame(record, command, startedAt));
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  };
  return pairCalls(lines).flatMap(({ start, end }) => {
    const text = typeof start["command"] === "string" ? start["command"] : null;
    const startedAt = timeOf(start);
    const key = typeof start["call"] === "string" ? start["call"] : null;
    // Where the client gives its calls no id, the command and the time tell which run it was.
    if (key === null ? isTold(text, startedAt) : ids.has(callRecordId(place.client, place.sessionId, key))) return [];
    if (end === null ? !ended : !alone) return [];
    const callId = key ?? `hook-${sha256(JSON.stringify([text, startedAt])).slice(0, 12)}`;
    const exitCode = typeof end?.["exit_code"] === "number" ? end["exit_code"] : null;
    const record = recordOfCommand(
      {
        callId,
        name: "hook",
        command: text ?? withheld,
        cwd: null,
        agent: null,
        branch: null,
        background: false,
        startedAt,
        endedAt: end === null ? null : timeOf(end),
        durationMs: null,
        outcome: end === null ? "open" : exitCode === null ? "unknown" : exitCode === 0 ? "ok" : "failed",
        exitCode,
        codeSource: exitCode === null ? "unknown" : "structured",
        output: null,
      },
      place,
      redact,
    );
    const id = callRecordId(place.client, place.sessionId, callId);
    if (record === null || ids.has(id)) return [];
    return [{ ...record, id, source: { kind: "hook" as const, path: place.path, line: 0 } }];
  });
}

/** Each beginning with its end, in the order of the beginnings; an end belongs to the newest that has none. */
function pairCalls(lines: readonly Line[]): readonly { readonly start: Line; readonly end: Line | null }[] {
  const calls: { start: Line; end: Line | null }[] = [];
  const open = new Map<string, { start: Line; end: Line | null }[]>();
  for (const line of lines) {
    const key = keyOf(line);
    if (line["phase"] === "start") {
      const call = { start: line, end: null };
      calls.push(call);
      open.set(key, [...(open.get(key) ?? []), call]);
    } else if (line["phase"] === "end") {
      const begun = open.get(key)?.pop();
      if (begun !== undefined) begun.end = line;
    }
  }
  return calls;
}

function timeOf({ at }: Line): string | null {
  return typeof at === "string" ? at : null;
}

/** Without an id of the call its command stands for it. */
function keyOf({ call, command }: Line): string {
  return typeof call === "string" ? `id ${call}` : `command ${String(command)}`;
}

function isSame(record: FeedbackRecord, command: string, startedAt: string | null): boolean {
  if (commandKey({ shell: command }) !== commandKey(record.command)) return false;
  if (record.startedAt === null || startedAt === null) return true;
  return Math.abs(Date.parse(record.startedAt) - Date.parse(startedAt)) <= near;
}
