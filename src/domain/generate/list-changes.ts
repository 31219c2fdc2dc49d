import { sha256 } from "../digest.ts";
import type { PacketChange } from "../packet.ts";
import type { WorkbenchSnapshot } from "../snapshot.ts";

/** The changes with their paths as they may be shown; the hash still identifies a path that held a secret. */
export function listChanges(snapshot: WorkbenchSnapshot): readonly PacketChange[] {
  return snapshot.work.changes.map((change) => {
    const shown = showPath(snapshot, change.path);
    return {
      path: shown,
      from: change.from === null ? null : showPath(snapshot, change.from),
      status: change.status,
      additions: change.additions,
      deletions: change.deletions,
      binary: change.binary,
      sha256: change.sha256,
      committed: change.committed,
      ...(shown === change.path ? {} : { path_redacted: sha256(change.path) }),
    };
  });
}

export function showPath(snapshot: WorkbenchSnapshot, path: string): string {
  return Object.hasOwn(snapshot.redactedPaths, path) ? (snapshot.redactedPaths[path] ?? path) : path;
}

const recentLimit = 40;

/** Files that the next session will open first: uncommitted ones, then committed changes, then what was read. */
export function listRecentFiles(
  snapshot: WorkbenchSnapshot,
): readonly { readonly path: string; readonly sha256: string | null; readonly changed: boolean }[] {
  const { work, workbench } = snapshot;
  const changed = [...work.changes].toSorted((a, b) => Number(a.committed) - Number(b.committed));
  const touched = [
    ...snapshot.told.files,
    ...(workbench.state?.touchedFiles ?? []),
    ...(workbench.diffSummary?.touched ?? []),
  ];
  const files = new Map<string, { path: string; sha256: string | null; changed: boolean }>();
  for (const change of changed) {
    if (change.status !== "deleted") {
      files.set(change.path, { path: showPath(snapshot, change.path), sha256: change.sha256, changed: true });
    }
  }
  for (const path of touched) {
    const hash = Object.hasOwn(snapshot.files, path) ? (snapshot.files[path] ?? null) : null;
    if (!files.has(path) && hash !== null) {
      files.set(path, { path: showPath(snapshot, path), sha256: hash, changed: false });
    }
  }
  return [...files.values()].slice(0, recentLimit);
}
