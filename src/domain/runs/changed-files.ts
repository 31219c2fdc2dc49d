import type { RunFile } from "./inspection.ts";

/** Paths that were added, removed or changed between two looks at a folder, sorted. */
export function changedFiles(before: readonly RunFile[], after: readonly RunFile[]): readonly string[] {
  const digests = (files: readonly RunFile[]): Map<string, string> =>
    new Map(files.map(({ path, sha256 }) => [path, sha256]));
  const [old, now] = [digests(before), digests(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((path) => old.get(path) !== now.get(path)).sort();
}
