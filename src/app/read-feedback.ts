import type { Home } from "../adapters/home/open-home.ts";
import { isAlive } from "../adapters/process/process-identity.ts";
import { decodeFeedbackLines } from "../domain/feedback/log-lines.ts";
import type { Damage, FeedbackRecord } from "../domain/workbench.ts";

export interface HomeFeedback {
  /** One record a command, in the order of the log; those that still run are left out. */
  readonly records: readonly FeedbackRecord[];
  /** `home:`-prefixed. */
  readonly logs: readonly string[];
  readonly damage: readonly Damage[];
}

/** The feedback that the home keeps. */
export function readFeedback(home: Home): HomeFeedback {
  const log = home.feedback.read();
  const decoded = log.segments.map((segment) =>
    decodeFeedbackLines(
      segment.path,
      segment.lines.map(({ line, text }) => ({ number: line, text })),
    ),
  );
  const running = new Set(
    decoded.flatMap(({ unfinished }) =>
      unfinished.filter(({ holder }) => holder !== null && isAlive(holder) === true).map(({ id }) => id),
    ),
  );
  // A command may begin in one segment and end in the next: the later record of one id counts.
  const records = new Map(decoded.flatMap((segment) => segment.records).map((record) => [record.id, record]));
  return {
    records: [...records.values()].filter(({ id }) => !running.has(id)),
    logs: log.segments.map(({ path }) => path),
    damage: [...log.damage, ...decoded.flatMap((segment) => segment.damage)],
  };
}
