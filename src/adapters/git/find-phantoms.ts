import { readFileSync } from "node:fs";
import { AppError } from "../../domain/errors.ts";
import type { Env, Place } from "./git-env.ts";
import { type FileToHash, hashWithGit } from "./hash-with-git.ts";
import type { ObjectFormat } from "./locate-repository.ts";
import type { StatusEntry } from "./parse-status.ts";
import { type RawPath, pathBytes } from "./raw-path.ts";
import type { Content } from "./read-content.ts";
import { hashObject } from "./tree-folders.ts";

export interface Suspect {
  readonly entry: StatusEntry;
  readonly content: Content;
  /** A filter other than LFS applies to it. */
  readonly filtered: boolean;
}

interface Git {
  readonly place: Place;
  readonly env: Env;
  readonly format: ObjectFormat;
}

const readMax = 64 * 1024 * 1024;

/**
 * Files that git calls modified because their size is another than when it last looked, although what it would commit is
 * the same: line endings rewritten, or content that a clean filter takes out. git itself is asked, but only about files
 * that can be such.
 */
export async function findPhantoms(git: Git, suspects: readonly Suspect[]): Promise<ReadonlySet<RawPath>> {
  const files = suspects.flatMap(({ entry, content, filtered }): FileToHash[] => {
    const { path, index, mode, unstaged } = entry;
    if (unstaged !== "M" || index === null || index.mode !== mode || content.digest === null) return [];
    const possible = filtered || (content.carriage && isEqualWithoutCr(git, entry, content));
    return possible ? [{ path, mode, index }] : [];
  });
  try {
    const hashed = await hashWithGit(git, files);
    return new Set(files.flatMap(({ path, index }) => (hashed.get(path)?.id === index?.id ? [path] : [])));
  } catch (error) {
    // Then they stay what git's status says: modified.
    if (error instanceof AppError) return new Set();
    throw error;
  }
}

function isEqualWithoutCr({ place, format }: Git, { path, index }: StatusEntry, { size }: Content): boolean {
  if (size > readMax) return false;
  try {
    const text = readFileSync(pathBytes(place.cwd, path), "latin1").replaceAll("\r\n", "\n");
    return hashObject("blob", Buffer.from(text, "latin1"), format) === index?.id;
  } catch {
    // It went away in between.
    return false;
  }
}
