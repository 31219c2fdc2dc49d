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
const near = 30_000;

export function witnessScene(scene: Scene): WitnessedScene {
  return {
    kind: scene.dirty.length > mostDirty ? "folder" : scene.kind,
    tree: scene.tree,
    dirty: scene.dirty.length > mostDirty ? [] : scene.dirty,
    commit: scene.head.commit,
  };
}

export function readWitness(line: Readonly<Record<string, unknown>>): TreeWitness | null {
  const { phase, moment, command, at, scene } = line;
  if (phase !== "tree" || (moment !== "before" && moment !== "after")) return null;
  if (typeof command !== "string" || typeof at !== "string" || scene === null || typeof scene !== "object") return null;
  // Written by this program, line by line; what was cut is no JSON and does not come so far.
  return line as unknown as TreeWitness;
}

/**
 * The same records, each tied to the tree that a hook saw under it. Without both ends of a run its result counts for
 * no tree.
 */
export function attachTrees(
  records: readonly FeedbackRecord[],
  witnesses: readonly TreeWitness[],
  session: { readonly client: string; readonly sessionId: string },
): readonly FeedbackRecord[] {
  if (witnesses.length === 0) return records;
  const left = [...witnesses];
  return records.map((record) => {
    const take = (moment: TreeWitness["moment"], time: number | null): TreeWitness | null => {
      const at = left.findIndex((one) => one.moment === moment && belongs(one, { record, session, time }));
      return at === -1 ? null : (left.splice(at, 1)[0] ?? null);
    };
    const began = timeOf(record.startedAt);
    const before = take("before", began);
    if (before === null) return record;
    const after = take("after", began === null ? null : began + (record.durationMs ?? 0));
    return {
      ...record,
      branch: before.branch ?? record.branch,
      commit: before.scene.commit,
      tree: before.scene.tree,
      treeAfter: after?.scene.tree ?? null,
      changedWhileRunning: after === null ? ["."] : changedBetween(before.scene, after.scene),
    };
  });
}

function belongs(
  witness: TreeWitness,
  {
    record,
    session,
    time,
  }: {
    readonly record: FeedbackRecord;
    readonly session: { readonly client: string; readonly sessionId: string };
    readonly time: number | null;
  },
): boolean {
  if (witness.call !== null) return callRecordId(session.client, session.sessionId, witness.call) === record.id;
  const at = timeOf(witness.at);
  const same = commandKey({ shell: witness.command }) === commandKey(record.command);
  return same && at !== null && time !== null && Math.abs(at - time) <= near;
}

function changedBetween(before: WitnessedScene, after: WitnessedScene): readonly string[] {
  const asScene = ({ commit, ...scene }: WitnessedScene): ComparedScene => ({ ...scene, head: { commit } });
  return findChangedWhileRunning(asScene(before), asScene(after));
}

function timeOf(at: string | null): number | null {
  const time = at === null ? Number.NaN : Date.parse(at);
  return Number.isNaN(time) ? null : time;
}
