import { firstErrorLine } from "../feedback/first-error-line.ts";
import { quoteCommand } from "../feedback/quote-command.ts";
import type { FeedbackEntry } from "../packet.ts";
import type { FeedbackRecord } from "../workbench.ts";

const commandLimit = 100;

/** Each different command once, at its last run, oldest first; the newest when there are too many. */
export function listCommands(records: readonly FeedbackRecord[]): readonly string[] {
  const last = new Map<string, true>();
  for (const record of records) {
    const command = quoteCommand(record.command);
    last.delete(command);
    last.set(command, true);
  }
  return [...last.keys()].slice(-commandLimit);
}

/** `CMD -> exit N: first error line`, or why there is no exit code. */
export function describeAttempt(records: readonly FeedbackRecord[]): (entry: FeedbackEntry) => string {
  const byId = new Map(records.map((record) => [record.id, record]));
  return (entry) => {
    const record = byId.get(entry.id);
    const line = record === undefined ? null : firstErrorLine(record);
    const exit =
      entry.exit_code === null ? `no exit code (${record?.error ?? "unknown reason"})` : `exit ${entry.exit_code}`;
    return `${entry.command} -> ${exit}${line === null ? "" : `: ${line}`}`;
  };
}
