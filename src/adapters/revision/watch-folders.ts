import { watch, type FSWatcher } from "node:fs";

export interface FolderWatch {
  /**
   * Resolves shortly after the next change in one of the folders, or after so many milliseconds, or when it is closed; true for a
   * change. Folders that are there by now are watched from now on.
   */
  readonly wait: (folders: readonly string[], longestMs: number) => Promise<boolean>;
  readonly close: () => void;
}

/** Changes come in bursts: what follows within that time is one. Counted from the first, so that a stream of them is heard. */
const settleMs = 150;

/** Watches folders, not what lies in their folders. Where the system has no watch left, waiting takes its whole time. */
export function watchFolders(): FolderWatch {
  const watchers = new Map<string, FSWatcher>();
  let changed = false;
  let closed = false;
  let wake: () => void = () => undefined;
  let settling: NodeJS.Timeout | undefined;

  function onChange(): void {
    changed = true;
    settling ??= setTimeout(() => wake(), settleMs);
  }

  function drop(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }

  function add(folder: string): void {
    if (watchers.has(folder)) return;
    try {
      const watcher = watch(folder, { persistent: false }, onChange);
      watchers.set(folder, watcher);
      // A folder that was removed comes back as another one.
      watcher.on("error", () => drop(folder));
    } catch {
      // Not there yet, or no watch left: looking again finds out.
    }
  }

  return {
    wait: (folders, longestMs) =>
      new Promise((resolve) => {
        for (const folder of watchers.keys()) if (!folders.includes(folder)) drop(folder);
        for (const folder of folders) add(folder);
        const longest = setTimeout(() => wake(), longestMs);
        wake = () => {
          clearTimeout(longest);
          clearTimeout(settling);
          settling = undefined;
          wake = () => undefined;
          const heard = changed;
          changed = false;
          resolve(heard);
        };
        if (closed) wake();
        // Something changed while nobody waited.
        else if (changed) settling ??= setTimeout(() => wake(), settleMs);
      }),
    close: () => {
      closed = true;
      for (const folder of watchers.keys()) drop(folder);
      clearTimeout(settling);
      wake();
    },
  };
}
