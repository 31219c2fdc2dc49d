import type { WorkbenchSnapshot } from "../../snapshot.ts";
import { block, type Found } from "../rule.ts";
import { tempKindOf } from "../temp-names.ts";

const moveIt = "move it out of the repository, or ignore it in .gitignore";

/**
 * Temp, scratch and reject files that this session made: untracked or added now, or committed since the base.
 * What lay there when the session began is the user's and is not blamed on it.
 */
export function checkTempFiles(snapshot: WorkbenchSnapshot): readonly Found[] {
  const { scene, work, session, config } = snapshot;
  const before = new Set(session.baseline?.dirty.map(([path]) => path));
  const uncommitted = scene.dirty
    .filter((file) => file.status === "untracked" || file.status === "added" || file.from !== null)
    .map((file) => file.path);
  const added = work.changes
    .filter((change) => ["added", "untracked", "renamed", "copied"].includes(change.status))
    .map((change) => change.path);
  const dirty = new Set(uncommitted);
  return [...new Set([...uncommitted, ...added])]
    .filter((path) => !before.has(path))
    .flatMap((path): readonly Found[] => {
      const kind = tempKindOf(path, config.clean.tempFiles);
      if (kind === null) return [];
      const state = dirty.has(path) ? "made by this session" : "committed by this work";
      return [
        kind === "reject"
          ? block({
              code: "reject_files",
              path,
              detail: `${path}: left by a patch or merge, ${state}`,
              suggestion: `see that its hunks are applied, then ${moveIt}`,
            })
          : block({
              code: "temp_files",
              path,
              detail: `${path}: temp or scratch file, ${state}`,
              suggestion: `${moveIt}; if it belongs here, say so in the config (tempFiles: "!${path}")`,
            }),
      ];
    });
}
