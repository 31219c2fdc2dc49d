import { failureKey } from "../feedback/failure-key.ts";
import { firstErrorLine } from "../feedback/first-error-line.ts";
import { isFailure, judgeRecord } from "../feedback/judge-record.ts";
import { quoteCommand } from "../feedback/quote-command.ts";
import type { FeedbackRecord } from "../workbench.ts";
import { attemptTarget } from "./attempt-target.ts";
import type { AttemptGroup } from "./view-model.ts";

/** Equal failures of one target: the newest speaks for them. */
interface Way {
  record: FeedbackRecord;
  position: number;
  count: number;
}

/**
 * Failed attempts by what they were aimed at, oldest record first in, newest group first out; what nothing replaced stands
 * before what a later pass did. A pass replaces the failures of its target that came before it.
 */
export function groupAttempts(records: readonly FeedbackRecord[]): readonly AttemptGroup[] {
  const groups = new Map<string, Map<string, Way>>();
  records.forEach((record, position) => {
    if (!isFailure(record)) return;
    const target = attemptTarget(record);
    const ways = groups.get(target) ?? new Map<string, Way>();
    groups.set(target, ways);
    const key = failureKey(record);
    ways.set(key, { record, position, count: (ways.get(key)?.count ?? 0) + 1 });
  });
  const passes = newestPasses(records, groups);
  const dated = [...groups].map(([target, found]) => {
    const ways = [...found.values()].sort((a, b) => b.position - a.position);
    const newest = ways[0]?.position ?? 0;
    const pass = passes.get(target) ?? -1;
    const by = pass > newest ? records[pass] : undefined;
    return { target, ways, newest, by };
  });
  return dated
    .sort((a, b) => Number(a.by !== undefined) - Number(b.by !== undefined) || b.newest - a.newest)
    .map(({ target, ways, by }) => ({
      target,
      ways: ways.map(describeWay),
      replacedBy: by === undefined ? null : { command: quoteCommand(by.command), at: by.startedAt },
    }));
}

/** From the newest record back, until each target has its pass: most records say nothing of any failure. */
function newestPasses(
  records: readonly FeedbackRecord[],
  groups: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, number> {
  const passes = new Map<string, number>();
  for (let at = records.length - 1; at >= 0 && passes.size < groups.size; at -= 1) {
    const record = records[at];
    if (record === undefined || judgeRecord(record).outcome !== "passed") continue;
    const target = attemptTarget(record);
    if (groups.has(target) && !passes.has(target)) passes.set(target, at);
  }
  return passes;
}

function describeWay({ record, count }: Way): AttemptGroup["ways"][number] {
  return {
    command: quoteCommand(record.command),
    exitCode: record.exitCode,
    error: firstErrorLine(record) ?? record.error,
    at: record.startedAt,
    count,
  };
}
