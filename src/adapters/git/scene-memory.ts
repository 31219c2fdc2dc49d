import type { RawPath } from "./raw-path.ts";
import type { LoggedCommit } from "./read-commits.ts";

/**
 * What reading a scene may keep for the next time. Everything here can be read again, and what is given back is exactly
 * what was kept under that key, or nothing.
 */
export interface SceneMemory {
  /** Tree ids, by everything that they were computed from. A hit saves every git child for the tree. */
  readonly trees?: Memory<string>;
  /** Root commits, by commit: they never change, and finding them may mean walking the whole history. */
  readonly roots?: Memory<readonly string[]>;
  /** The newest commits that a commit reaches. A hit saves a git child. */
  readonly commits?: Memory<readonly KeptCommit[]>;
  /** Paths that git was told not to look at, by the state of the index file. A hit saves a git child. */
  readonly flags?: Memory<readonly FlaggedPath[]>;
}

/** As the index has it; the path byte for byte. */
export interface FlaggedPath {
  readonly path: RawPath;
  readonly mode: string;
  readonly id: string;
  /** By `skip-worktree`: it may be absent. */
  readonly skipped: boolean;
}

export interface Memory<T> {
  readonly get: (key: string) => T | null;
  readonly set: (key: string, value: T) => void;
}

/** A commit without the texts of strangers. */
export type KeptCommit = Pick<LoggedCommit, "id" | "tree" | "parents" | "at">;
