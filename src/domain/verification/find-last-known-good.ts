import { judgeRecord } from "../feedback/judge-record.ts";
import type { WorkbenchSnapshot } from "../snapshot.ts";
import type { AcceptanceEntry, Verification } from "../verification.ts";
import type { FeedbackRecord } from "../workbench.ts";
import { findEvidence, treeOf, type EvidenceIndex } from "./find-evidence.ts";

type LastKnownGood = Pick<Verification, "lastKnownGoodCommit" | "lastKnownGoodTree">;
const none: LastKnownGood = { lastKnownGoodCommit: null, lastKnownGoodTree: null };

/**
 * The newest commit on whose tree the newest run of every acceptance command passed. What the packet before found
 * stays, although its evidence may be gone from the log, until a newer commit takes its place or a later failure on
 * its tree takes it back.
 */
export function findLastKnownGood(
  snapshot: WorkbenchSnapshot,
  entries: readonly AcceptanceEntry[],
  evidence: EvidenceIndex,
): LastKnownGood {
  const runs = entries.filter((entry) => entry.command !== null).map((entry) => outcomesOf(evidence, entry));
  if (runs.length === 0) return none;
  const before = recorded(snapshot);
  const takenBack =
    before.lastKnownGoodTree !== null && runs.some((run) => run(before.lastKnownGoodTree ?? "") === "failed");
  const kept = before.lastKnownGoodCommit === null || takenBack ? null : before;
  for (const commit of snapshot.recentCommits) {
    if (commit.id === kept?.lastKnownGoodCommit) return kept;
    if (runs.every((run) => run(commit.tree) === "passed")) {
      return { lastKnownGoodCommit: commit.id, lastKnownGoodTree: commit.tree };
    }
  }
  return kept ?? none;
}

/** Outcome of the newest run of this command on a tree; null when there is none. */
function outcomesOf(evidence: EvidenceIndex, entry: AcceptanceEntry): (tree: string) => string | null {
  const newest = new Map<string, FeedbackRecord>();
  for (const record of findEvidence(evidence, entry)) {
    const tree = treeOf(record);
    if (tree !== null) newest.set(tree, record);
  }
  return (tree) => {
    const record = newest.get(tree);
    return record === undefined ? null : judgeRecord(record).outcome;
  };
}

function recorded({ previous }: WorkbenchSnapshot): LastKnownGood {
  if (previous === null) return none;
  const { lastKnownGoodCommit, lastKnownGoodTree } = previous;
  return { lastKnownGoodCommit, lastKnownGoodTree };
}
