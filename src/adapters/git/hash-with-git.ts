import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Env, Place } from "./git-env.ts";
import { type HashedEntry, type IndexEntry, formatIndex, idSize, parseIndex } from "./index-file.ts";
import type { ObjectFormat } from "./locate-repository.ts";
import type { RawPath } from "./raw-path.ts";
import { readGit } from "./read-git.ts";
import { withTemporaryFolder } from "./temporary-folder.ts";
import type { TreeEntry } from "./tree-folders.ts";

export interface FileToHash {
  readonly path: RawPath;
  readonly mode: string | null;
  /** The version in the user's index: git keeps the line endings that it finds there. */
  readonly index: TreeEntry | null;
}

interface Git {
  readonly place: Place;
  readonly env: Env;
  readonly format: ObjectFormat;
}

/** The last settings keep git from writing a shared index into the repository, or a format that is not read here. */
const options: readonly string[] = ["-c", "core.splitIndex=false", "-c", "index.version=2"];
const hashOptions: readonly string[] = ["-z", "--add", "--remove", "--info-only", "--stdin"];

/**
 * The entries that `git add` would make of some files: line endings and filters are applied as git applies them. It works
 * on a small index of its own in a temporary folder and writes no object. A path that git does not take (.git~1, say), or
 * that is gone, is not in the answer; nor is a repository without a commit.
 */
export async function hashWithGit(git: Git, files: readonly FileToHash[]): Promise<Map<RawPath, HashedEntry>> {
  if (files.length === 0) return new Map();
  const { place, env, format } = git;
  // git leaves an entry alone when the repository below it has no commit: so this one stands for "none".
  const noCommit = "1".repeat(idSize(format) * 2);
  const entries = files.flatMap(({ path, mode, index }): IndexEntry[] => {
    if (mode === "160000" && index?.mode !== mode) return [{ path, mode, id: noCommit, intentToAdd: false }];
    return index === null ? [] : [{ path, ...index, intentToAdd: false }];
  });
  return withTemporaryFolder(env, async (folder) => {
    const index = join(folder, "index");
    writeFileSync(index, formatIndex(entries, format));
    await readGit({
      place,
      env,
      index,
      args: [...options, "update-index", ...hashOptions],
      input: Buffer.from(files.map(({ path }) => `${path}\0`).join(""), "latin1"),
      limits: { timeoutMs: 60_000 },
    });
    const hashed = parseIndex(readFileSync(index), format).filter(({ id }) => id !== noCommit);
    return new Map(hashed.map((entry) => [entry.path, entry]));
  });
}
