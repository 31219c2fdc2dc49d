import type { LoggedCommit } from "./read-commits.ts";
import type { Content } from "./read-content.ts";

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
  /** Files whose content was read, by the top of their work tree. */
  readonly contents?: Memory<readonly KeptContent[]>;
}

export interface Memory<T> {
  readonly get: (key: string) => T | null;
  readonly set: (key: string, value: T) => void;
}

/** A commit without the texts of strangers. */
export type KeptCommit = Pick<LoggedCommit, "id" | "tree" | "parents" | "at">;

export interface KeptContent {
  /** Below the top, one character for each byte. */
  readonly path: string;
  /** Of the file system: another mark means that the file may be another. */
  readonly mark: string;
  readonly content: Pick<Content, "size" | "executable" | "digest" | "carriage">;
}
