import { findChangedWhileRunning, type ComparedScene } from "../feedback/changed-while-running.ts";
import { commandKey } from "../feedback/quote-command.ts";
import type { Scene } from "../scene.ts";
import { callRecordId } from "../session/record-of-command.ts";
import type { FeedbackRecord } from "../workbench.ts";

/** The scene when an acceptance command began or ended, as a hook saw it. One line of a session's calls. */
export interface TreeWitness {
  readonly phase: "tree";
  readonly moment: "before" | "after";
  /** Key of the call's id; null where the client gives none. */
  readonly call: string | null;
  readonly command: string;
  /** UTC ISO 8601. */
  readonly at: string;
  readonly branch: string | null;
  readonly scene: WitnessedScene;
}

/** As much of a scene as is needed to tell what changed while a command ran. */
export type WitnessedScene = Pick<Scene, "kind" | "tree" | "dirty"> & { readonly commit: string | null };

/** Beyond so many dirty files only the tree ids are compared. */
const mostDirty = 2_000;
/** A hook speaks within this time of the moment that the transcript tells. */
const near = 15_000;

export function witnessScene(scene: Scene): WitnessedScene {
  return {
    kind: scene.dirty.length > mostDirty ? "folder" : scene.kind,
    tree: scene.tree,
    dirty: scene.dirty.length > mostDirty ? [] : scene.dirty,
    commit: scene.head.commit,
  };
}

function readWitness(line: Readonly<Record<string, unknown>>): TreeWitness | null {
  const { phase, moment, command, at, scene } = line;
  if (phase !== "tree" || (moment !== "before" && moment !== "after")) return null;
  if (typeof command !== "string" || typeof at !== "string" || scene === null || typeof scene !== "object") return null;
  // Written by this program, line by line; what was cut is no JSON and does not come so far.
  return line as unknown as TreeWitness;
}

/** Both ends of one run, as far as the hook saw them. */
interface WitnessedRun {
  readonly before: TreeWitness;
  readonly after: TreeWitness | null;
}

/** A line that ends what was taken in: runs that were complete before it belong to no later record. */
export const takenIn = "taken_in";

/** Runs that a record may still be tied to, from all lines of a session's calls. */
export function witnessedRuns(lines: readonly Readonly<Record<string, unknown>>[]): readonly WitnessedRun[] {
  let runs: { before: TreeWitness; after: TreeWitness | null }[] = [];
  for (const line of lines) {
    // What was complete by then belongs to what was taken in then, and to no later run of the same command.
    if (line["phase"] === takenIn) runs = runs.filter(({ after }) => after === null);
    const witness = readWitness(line);
    if (witness === null) continue;
    if (witness.moment === "before") runs.push({ before: witness, after: null });
    else {
      const begun = runs.findLast(({ before, after }) => after === null && isSameCall(before, witness));
      if (begun !== undefined) begun.after = witness;
    }
  }
  return runs;
}

function isSameCall(a: TreeWitness, b: TreeWitness): boolean {
  return a.call === null ? b.call === null && a.command === b.command : a.call === b.call;
}

/**
 * The same records, each tied to the tree that a hook saw under it. Without both ends of a run its result counts for
 * no tree; nor does one that went on in the background.
 */
export function attachTrees(
  records: readonly FeedbackRecord[],
  runs: readonly WitnessedRun[],
  session: { readonly client: string; readonly sessionId: string },
): readonly FeedbackRecord[] {
  const left = new Set(runs);
  const ids = new Set(records.map(({ id }) => id));
  const idOf = ({ before: { call } }: WitnessedRun): string | null =>
    call === null ? null : callRecordId(session.client, session.sessionId, call);
  return records.map((record) => {
    const run = nearest([...left], { record, ids, idOf });
    if (run === null) return record;
    left.delete(run);
    const { before, after } = run;
    const changed = after === null ? ["."] : changedBetween(before.scene, after.scene);
    return {
      ...record,
      branch: before.branch ?? record.branch,
      commit: before.scene.commit,
      tree: before.scene.tree,
      treeAfter: after?.scene.tree ?? null,
      changedWhileRunning: record.changedWhileRunning.length > 0 ? record.changedWhileRunning : changed,
    };
  });
}

/**
 * The run of this very call. Where the client gives none, or another one to its hooks than it writes down, it is the
 * one of this command that began nearest to it.
 */
function nearest(
  runs: readonly WitnessedRun[],
  {
    record,
    ids,
    idOf,
  }: {
    readonly record: FeedbackRecord;
    readonly ids: ReadonlySet<string>;
    readonly idOf: (run: WitnessedRun) => string | null;
  },
): WitnessedRun | null {
  const own = runs.find((run) => idOf(run) === record.id);
  if (own !== undefined) return own;
  const began = timeOf(record.startedAt);
  const key = commandKey(record.command);
  const candidates = runs.flatMap((run) => {
    const at = timeOf(run.before.at);
    const anothers = ids.has(idOf(run) ?? "");
    const same = !anothers && commandKey({ shell: run.before.command }) === key;
    return same && at !== null && began !== null ? [{ run, apart: Math.abs(at - began) }] : [];
  });
  const best = candidates.toSorted((a, b) => a.apart - b.apart)[0];
  return best === undefined || best.apart > near ? null : best.run;
}

function changedBetween(before: WitnessedScene, after: WitnessedScene): readonly string[] {
  const asScene = ({ commit, ...scene }: WitnessedScene): ComparedScene => ({ ...scene, head: { commit } });
  return findChangedWhileRunning(asScene(before), asScene(after));
}

function timeOf(at: string | null): number | null {
  const time = at === null ? Number.NaN : Date.parse(at);
  return Number.isNaN(time) ? null : time;
}
