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

/**
 * Files that the next session will open first: what the session touched, newest first, whether it read or changed it;
 * then other uncommitted changes, committed ones, and what the workbench names.
 */
export function listRecentFiles(
  snapshot: WorkbenchSnapshot,
): readonly { readonly path: string; readonly sha256: string | null; readonly changed: boolean }[] {
  const { work, workbench, told } = snapshot;
  const changes = new Map(work.changes.map((change) => [change.path, change]));
  const byState = [...work.changes].toSorted((a, b) => Number(a.committed) - Number(b.committed));
  const touched = new Set(told.files);
  const paths = new Set([
    ...told.files,
    ...byState.map(({ path }) => path),
    ...(workbench.state?.touchedFiles ?? []),
    ...(workbench.diffSummary?.touched ?? []),
  ]);
  return [...paths]
    .flatMap((path) => {
      const change = changes.get(path);
      if (change?.status === "deleted") return [];
      const hash = change?.sha256 ?? (Object.hasOwn(snapshot.files, path) ? (snapshot.files[path] ?? null) : null);
      if (change === undefined && hash === null && !touched.has(path)) return [];
      return [{ path: showPath(snapshot, path), sha256: hash, changed: change !== undefined }];
    })
    .slice(0, recentLimit);
}
