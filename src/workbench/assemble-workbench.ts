import { activeTaskId } from "../domain/topic.ts";
import type { ArtifactKind, ArtifactRef, Damage, ReviewReport, StoredReport, Workbench } from "../domain/workbench.ts";
import type { Artifact, ArtifactValues, StoredCleanState } from "./artifact.ts";
import { chooseContract } from "./choose-contract.ts";
import { mergeRecords } from "./merge-records.ts";

/**
 * The workbench from everything that was read. `found` is in the order of the places (configured, top, folders below;
 * logs oldest first). Where there is room for one and two files disagree, the first place stands for what work is
 * written in and the worse one for what judges it; the other is named as not used. Reports are kept all, worst first.
 */
export function assembleWorkbench(found: readonly Artifact[], damage: readonly Damage[]): Workbench {
  const unused: Damage[] = [];
  const workbench: Workbench = {
    state: firstOf(valuesOf(found, "state"), unused),
    board: firstOf(valuesOf(found, "board"), unused),
    featureList: firstOf(valuesOf(found, "feature_list"), unused),
    contract: null,
    scopeReports: worstFirst(valuesOf(found, "scope_report")),
    ruleReport: firstOf(valuesOf(found, "rule_report").toSorted(byRank), unused),
    verificationReports: worstFirst(valuesOf(found, "verification_report")),
    reviewReports: worstFirst(valuesOf(found, "review_report")),
    feedback: mergeRecords(valuesOf(found, "feedback_log").map((log) => log.records)),
    cleanState: firstOf(valuesOf(found, "clean_state").toSorted(byRank), unused),
    overrides: valuesOf(found, "overrides").flatMap((log) => log.entries),
    diffSummary: firstOf(valuesOf(found, "diff_summary"), unused),
    handoffs: valuesOf(found, "handoff").map(({ ref }) => ref),
    artifacts: found.map(({ value }) => value.ref).sort((a, b) => compare(a.path, b.path)),
    damage: [],
  };
  return {
    ...workbench,
    contract: chooseContract(valuesOf(found, "scope_contract"), activeTaskId(workbench)),
    damage: [...damage, ...unused].sort((a, b) => compare(a.path, b.path)),
  };
}

function valuesOf<K extends ArtifactKind>(found: readonly Artifact[], kind: K): readonly ArtifactValues[K][] {
  return found.flatMap((artifact) => (artifact.kind === kind ? [artifact.value as ArtifactValues[K]] : []));
}

function firstOf<T extends { readonly ref: ArtifactRef }>(candidates: readonly T[], unused: Damage[]): T | null {
  const [first, ...others] = candidates;
  if (first === undefined) return null;
  for (const other of others) {
    if (contentOf(first) === contentOf(other)) continue;
    const kind = first.ref.kind.replaceAll("_", " ");
    const detail = `not used: another ${kind} says otherwise and stands: ${first.ref.path}`;
    unused.push({ path: other.ref.path, code: "disagrees", place: null, detail });
  }
  return first;
}

/** What an artifact says, wherever it lies and whatever its dialect. Parsers build keys in one order: equal is equal text. */
function contentOf(artifact: { readonly ref: ArtifactRef }): string {
  return JSON.stringify({ ...artifact, ref: null, version: null });
}

/** By task, then worst first: whoever looks for the report of a task finds the worst. Those without a task go last. */
function worstFirst<T extends StoredReport | ReviewReport>(reports: readonly T[]): readonly T[] {
  return reports.toSorted((a, b) => compareTasks(a.taskId, b.taskId) || byRank(a, b));
}

function byRank(a: Judging, b: Judging): number {
  return rank(a) - rank(b);
}

type Judging = StoredReport | ReviewReport | StoredCleanState;

/** Lower is worse; unknown lies between failed and passed. */
function rank(judging: Judging): number {
  if ("blocking" in judging) return judging.blocking.length > 0 ? 0 : 2;
  if ("dimensions" in judging)
    return { hard_fail: 0, soft_fail: 0.5, unknown: 1, pass: 2 }[judging.verdict ?? "unknown"];
  if (judging.passed === false || judging.findings.some(({ severity }) => severity === "block")) return 0;
  return judging.passed === null ? 1 : 2;
}

function compareTasks(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compare(a, b);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
