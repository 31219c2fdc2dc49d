import { commandKey } from "../feedback/quote-command.ts";
import { remembered } from "../remember.ts";
import type { AcceptanceEntry } from "../verification.ts";
import type { FeedbackRecord } from "../workbench.ts";
import { isJoined } from "./argv-to-run.ts";
import { normaliseFolder } from "./collect-acceptance.ts";

/** Records by the command they ran, oldest first: each command is read once, however many entries ask. */
export type EvidenceIndex = ReadonlyMap<string, readonly FeedbackRecord[]>;

export const indexEvidence: (feedback: readonly FeedbackRecord[]) => EvidenceIndex = remembered((feedback) => {
  const index = new Map<string, FeedbackRecord[]>();
  /** Records of a sealed part of the log share their commands. */
  const lists = new Map<FeedbackRecord["command"], readonly FeedbackRecord[][]>();
  for (const record of feedback) {
    const { command } = record;
    let own = lists.get(command);
    if (own === undefined) {
      own = [...keysOf(command)].map((key) => {
        const records = index.get(key) ?? [];
        index.set(key, records);
        return records;
      });
      lists.set(command, own);
    }
    for (const records of own) records.push(record);
  }
  return index;
});

/** The records of exactly this command in its folder, oldest first. A broader or narrower command proves nothing. */
export function findEvidence(
  index: EvidenceIndex,
  { command, cwd }: Pick<AcceptanceEntry, "command" | "cwd">,
): readonly FeedbackRecord[] {
  if (command === null || command.trim() === "") return [];
  const records = index.get(commandKey({ shell: command })) ?? [];
  return records.filter(
    (record) => record.cwd === null || (isInside(record.cwd) && normaliseFolder(record.cwd) === cwd),
  );
}

/** A folder outside of the work tree is written as an absolute path. */
function isInside(cwd: string): boolean {
  return !/^(?:[/\\]|[A-Za-z]:)/.test(cwd);
}

/** The tree that a record's exit code counts for; null when nobody knows, or when files changed under the command. */
export function treeOf(record: FeedbackRecord): string | null {
  return record.changedWhileRunning.length === 0 ? record.tree : null;
}

/** An argv is also found under its words joined with blanks, where that can mean nothing else (see argvToRun). */
function keysOf(command: FeedbackRecord["command"]): ReadonlySet<string> {
  const key = commandKey(command);
  if (!("argv" in command)) return new Set([key]);
  const joined = command.argv.join(" ");
  return new Set(isJoined(joined) ? [key, joined] : [key]);
}
