import type { Packet } from "../packet.ts";
import type { WorkbenchSnapshot } from "../snapshot.ts";
import { showPath } from "./list-changes.ts";
import { openNotes } from "./own-notes.ts";

/**
 * What the next session must load before it acts: the artifacts that this packet rests on,
 * the files of `note require` and those of the configuration. One entry a path; the strongest reason is kept.
 */
export function listPrerequisites(snapshot: WorkbenchSnapshot): Packet["prerequisites"] {
  const entries = new Map<string, { readonly path: string; readonly sha256: string | null; readonly why: string }>();
  const add = (path: string, sha256: string | null, why: string): void => {
    if (!entries.has(path)) entries.set(path, { path: showPath(snapshot, path), sha256, why });
  };
  const present = (path: string): string | null =>
    Object.hasOwn(snapshot.files, path) ? (snapshot.files[path] ?? null) : null;

  for (const note of openNotes(snapshot, "require"))
    add(note.text, present(note.text) ?? note.sha256, "required by note");
  for (const { path, why } of snapshot.config.prerequisites)
    add(path, present(path), why ?? "required by configuration");
  for (const artifact of snapshot.workbench.artifacts) {
    if (artifact.kind !== "handoff") add(artifact.path, artifact.sha256, `${artifact.kind} (${artifact.dialect})`);
  }
  return [...entries.values()].toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
