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
 * Commands that a hook saw begin, of which neither a hook nor the transcript tells an end. Some clients write a call
 * down only when it has ended: after a kill the hook alone knows of it.
 */
export function openCallsOfHooks(
  lines: readonly Line[],
  known: readonly FeedbackRecord[],
  options: { readonly place: RecordedIn; readonly redact: (text: string) => string },
): readonly FeedbackRecord[] {
  const { place, redact } = options;
  const open = new Map<string, Line>();
  for (const line of lines) {
    const key = keyOf(line);
    if (line["phase"] === "start") open.set(key, line);
    if (line["phase"] === "end") open.delete(key);
  }
  const ids = new Set(known.map(({ id }) => id));
  return [...open.values()].flatMap((line) => {
    const { call, command, at } = line;
    const startedAt = typeof at === "string" ? at : null;
    const text = typeof command === "string" ? command : null;
    const callId = typeof call === "string" ? call : `hook-${sha256(JSON.stringify([text, startedAt])).slice(0, 12)}`;
    if (ids.has(callRecordId(place.client, place.sessionId, callId))) return [];
    if (text !== null && known.some((record) => isSame(record, text, startedAt))) return [];
    const record = recordOfCommand(
      {
        callId,
        name: "hook",
        command: text ?? withheld,
        cwd: null,
        agent: null,
        startedAt,
        endedAt: null,
        durationMs: null,
        outcome: "open",
        exitCode: null,
        codeSource: "unknown",
        output: null,
      },
      place,
      redact,
    );
    return record === null ? [] : [{ ...record, source: { kind: "hook" as const, path: place.path, line: 0 } }];
  });
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
