import { isFailure } from "../feedback/judge-record.ts";
import type { PacketChange } from "../packet.ts";
import type { WorkbenchSnapshot } from "../snapshot.ts";
import type { Verification } from "../verification.ts";
import type { FeedbackRecord } from "../workbench.ts";

export interface SummarySources {
  readonly snapshot: WorkbenchSnapshot;
  readonly verification: Verification;
  readonly changes: readonly PacketChange[];
  readonly records: readonly FeedbackRecord[];
}

/** One sentence of counts: where, what changed, what was run, what the verdict is. Facts only. */
export function summarise({ snapshot, verification, changes, records }: SummarySources): string {
  const { scene, work, taskId, topic } = snapshot;
  const failed = records.filter((record) => isFailure(record)).length;
  const uncommitted = changes.filter((change) => !change.committed).length;
  const where = scene.kind === "folder" ? "no repository" : (scene.head.branch ?? "no branch");
  const thread = taskId ?? (topic === "main" ? null : topic);
  return [
    thread === null ? where : `${where}, ${thread}`,
    `${counted(changes.length, "file")} changed${uncommitted === 0 ? "" : ` (${uncommitted} uncommitted)`}`,
    counted(work.commits.length, "commit"),
    records.length === 0 ? "no command recorded" : `${counted(records.length, "command")} recorded, ${failed} failed`,
    `verification ${verification.verdict}`,
  ].join("; ");
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
