import { judgeRecord } from "../feedback/judge-record.ts";
import type { AcceptanceEntry, CommandState } from "../verification.ts";
import type { FeedbackRecord } from "../workbench.ts";
import { describeScope } from "./describe-scope.ts";
import { findEvidence, treeOf, type EvidenceIndex } from "./find-evidence.ts";

export interface JudgedScene {
  /** Tree of the present work tree; null when it is not known. */
  readonly tree: string | null;
  /** Why the tree is not known. */
  readonly reasons: readonly string[];
  readonly evidence: EvidenceIndex;
}

type Judged = Pick<CommandState, "state" | "why">;

/**
 * State of one acceptance command. The newest run on exactly the present tree decides. Without one, the newest run
 * elsewhere is history: it says `stale`, or, when nobody knows its tree, what a run somewhere can say at most:
 * a failure stands, a pass proves nothing.
 */
export function judgeCommand(entry: AcceptanceEntry & { readonly command: string }, scene: JudgedScene): CommandState {
  const records = findEvidence(scene.evidence, entry);
  const here = scene.tree === null ? undefined : records.findLast((record) => treeOf(record) === scene.tree);
  const record = here ?? records.at(-1) ?? null;
  const judged =
    record === null ? neverRan() : here === undefined ? judgeElsewhere(record, scene) : judgeHere(here, records);
  return {
    command: entry.command,
    cwd: entry.cwd,
    ...judged,
    exitCode: record?.exitCode ?? null,
    atTree: record === null ? null : treeOf(record),
    at: record?.startedAt ?? null,
    evidence: record?.id ?? null,
    scope: describeScope(entry, record),
    source: entry.source,
  };
}

function neverRan(): Judged {
  return { state: "not_run", why: "no run of exactly this command is recorded" };
}

function judgeHere(record: FeedbackRecord, records: readonly FeedbackRecord[]): Judged {
  const { outcome, why } = judgeRecord(record);
  const later = records.slice(records.indexOf(record) + 1).filter((one) => treeOf(one) === null);
  const doubt = later.some((one) => judgeRecord(one).outcome === "failed");
  const rider = outcome === "passed" && doubt ? "; a later run on an unknown tree failed" : "";
  return { state: outcome, why: `on the present tree${when(record)}: ${why}${rider}` };
}

function judgeElsewhere(record: FeedbackRecord, scene: JudgedScene): Judged {
  const { outcome, why } = judgeRecord(record);
  const place = `${describePlace(record, scene)}${when(record)}`;
  if (outcome === "not_run") return { state: outcome, why: `${place}: ${why}` };
  if (scene.tree !== null && treeOf(record) !== null) return { state: "stale", why: `${place}: ${outcome}, ${why}` };
  if (outcome !== "passed") return { state: outcome, why: `${place}: ${why}` };
  return { state: "unknown", why: `${place}: ${unprovenPass(record, scene)}` };
}

function describePlace(record: FeedbackRecord, scene: JudgedScene): string {
  if (record.changedWhileRunning.length > 0) return "while files changed under it";
  const tree = treeOf(record);
  if (tree === null) return "on an unknown tree";
  const commit = record.commit === null ? "" : ` (commit ${short(record.commit)} and what was uncommitted then)`;
  return scene.tree === null ? `on tree ${short(tree)}${commit}` : `on another tree, ${short(tree)}${commit}`;
}

function unprovenPass(record: FeedbackRecord, scene: JudgedScene): string {
  if (record.changedWhileRunning.length > 0) {
    return `passed, but ${record.changedWhileRunning.length} of the files changed meanwhile, so it counts for no tree`;
  }
  if (treeOf(record) === null) return "passed, but nobody recorded on which tree";
  const reasons = scene.reasons.length === 0 ? "" : ` (${scene.reasons.join(", ")})`;
  return `passed, but the present tree cannot be told${reasons}`;
}

function when(record: FeedbackRecord): string {
  return record.startedAt === null ? "" : `, ${record.startedAt}`;
}

function short(id: string): string {
  return id.slice(0, 12);
}
