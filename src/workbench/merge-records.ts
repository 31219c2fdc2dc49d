import type { FeedbackRecord } from "../domain/workbench.ts";
import type { ParsedRecord } from "./artifact.ts";

/**
 * One list from the logs in the order given (oldest rotation first): of records with one id the later stands, at its
 * own place. Records whose id comes from their content are the same one only if they tell when they began; others are
 * counted: r-…, r-…-2, r-…-3.
 */
export function mergeRecords(logs: readonly (readonly ParsedRecord[])[]): readonly FeedbackRecord[] {
  const byId = new Map<string, FeedbackRecord>();
  const seen = new Map<string, number>();
  for (const { record, given } of logs.flat()) {
    if (given || record.startedAt !== null) {
      byId.delete(record.id);
      byId.set(record.id, record);
      continue;
    }
    const count = (seen.get(record.id) ?? 0) + 1;
    seen.set(record.id, count);
    const id = count === 1 ? record.id : `${record.id}-${count}`;
    byId.set(id, { ...record, id });
  }
  return withoutCycles([...byId.values()]);
}

/** Cuts the parent link that closes a cycle, so that a walk to the first attempt always ends. */
function withoutCycles(records: readonly FeedbackRecord[]): readonly FeedbackRecord[] {
  const parents = new Map(records.map((record) => [record.id, record.parentId]));
  const settled = new Set<string>();
  for (const { id } of records) {
    const path = new Set<string>();
    let at: string | null | undefined = id;
    while (at !== null && at !== undefined && !settled.has(at) && !path.has(at)) {
      path.add(at);
      at = parents.get(at);
    }
    if (at !== null && at !== undefined && path.has(at)) parents.set(at, null);
    for (const visited of path) settled.add(visited);
  }
  return records.map((record) => {
    const parentId = parents.get(record.id) ?? null;
    return parentId === record.parentId ? record : { ...record, parentId };
  });
}
