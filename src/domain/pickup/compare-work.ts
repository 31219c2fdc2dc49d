import type { Packet } from "../packet.ts";
import type { ChangeStatus, DirtyFile } from "../scene.ts";
import type { FileState, WorkFacts } from "./facts.ts";

/** One path whose uncommitted work is not what the packet recorded. */
export interface WorkDifference {
  readonly path: string;
  /**
   * missing: the recorded work is no longer in the file, which is back at the committed content or gone ·
   * changed: other content or mode than recorded · new: uncommitted work that the packet does not know.
   */
  readonly kind: "missing" | "changed" | "new";
  readonly recorded: FileState | null;
  readonly present: FileState;
}

const gone: FileState = { sha256: null, mode: null };

/** Compares uncommitted work path by path, by content and mode; how git would label the change plays no part. */
export function compareWork(
  recorded: Packet["scene"]["dirty"],
  present: readonly DirtyFile[],
  facts: Pick<WorkFacts, "files" | "backAtHead">,
): readonly WorkDifference[] {
  const before = contentByPath(recorded);
  const dirty = contentByPath(present);
  const differences: WorkDifference[] = [];
  for (const [path, was] of before) {
    const is = dirty.get(path) ?? facts.files[path] ?? gone;
    if (sameState(was, is)) continue;
    const back = facts.backAtHead === null ? !dirty.has(path) : facts.backAtHead.includes(path);
    differences.push({ path, kind: sameState(is, gone) || back ? "missing" : "changed", recorded: was, present: is });
  }
  for (const [path, is] of dirty) {
    if (!before.has(path)) differences.push({ path, kind: "new", recorded: null, present: is });
  }
  return differences.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Recorded paths that are not dirty now: their present state decides, so it has to be looked up. */
export function pathsToLookUp(recorded: Packet["scene"]["dirty"], present: readonly DirtyFile[]): readonly string[] {
  const dirty = contentByPath(present);
  return [...contentByPath(recorded).keys()].filter((path) => !dirty.has(path));
}

function sameState(a: FileState, b: FileState): boolean {
  return a.sha256 === b.sha256 && a.mode === b.mode;
}

/** A rename counts as what it does to the files: one path gone, another with content, staged or not. */
function contentByPath(
  files: readonly {
    readonly path: string;
    readonly from: string | null;
    readonly status: ChangeStatus;
    readonly sha256: string | null;
    readonly mode: string | null;
  }[],
): ReadonlyMap<string, FileState> {
  const states = new Map<string, FileState>();
  for (const { from, status } of files) if (from !== null && status === "renamed") states.set(from, gone);
  for (const { path, sha256, mode } of files) states.set(path, { sha256, mode });
  return states;
}
