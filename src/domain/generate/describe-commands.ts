import { firstErrorLine } from "../feedback/first-error-line.ts";
import { isFailure } from "../feedback/judge-record.ts";
import { signalOfExit } from "../feedback/signal-of-exit.ts";
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

/** `CMD -> exit N: first error line`, or why there is no exit code; in the order of the tail. */
export function listAttempts(tail: readonly FeedbackEntry[], records: readonly FeedbackRecord[]): readonly string[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  return tail.flatMap((entry) => {
    const record = byId.get(entry.id);
    if (record === undefined || !isFailure(record)) return [];
    const line = firstErrorLine(record) ?? killedBy(record);
    return [`${entry.command} -> ${describeExit(record)}${line === null ? "" : `: ${line}`}`];
  });
}

function killedBy({ exitCode }: FeedbackRecord): string | null {
  const signal = exitCode === null ? null : signalOfExit(exitCode);
  return signal === null ? null : `killed by ${signal}`;
}

function describeExit({ exitCode, error, signal }: FeedbackRecord): string {
  if (exitCode !== null) return `exit ${exitCode}`;
  return `no exit code (${error ?? (signal === null ? "unknown reason" : `killed by ${signal}`)})`;
}
