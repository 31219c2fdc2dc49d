/**
 * The scene: repository and work tree as they are at one moment.
 * Paths of files are relative to the work tree's top, exact (bytes decoded as UTF-8, never normalised).
 */

export type OperationKind = "merge" | "rebase" | "cherry-pick" | "revert" | "bisect" | "am";

/** A git operation that somebody began and did not finish. */
export interface Operation {
  readonly kind: OperationKind;
  /** Step n of m, where git tells; null otherwise. */
  readonly step: number | null;
  readonly total: number | null;
  /** The branch it began on (the real one during a rebase or bisect). */
  readonly branch: string | null;
}

export type ChangeStatus =
  | "added"
  | "modified"
  | "deleted"
  | "renamed"
  | "copied"
  | "type_changed"
  | "unmerged"
  | "untracked";

/** One path whose work-tree or index content differs from the head commit, or that git does not track. */
export interface DirtyFile {
  readonly path: string;
  /** Rename or copy source. */
  readonly from: string | null;
  readonly status: ChangeStatus;
  readonly staged: boolean;
  readonly unstaged: boolean;
  /**
   * sha256 of the raw bytes in the work tree; of a link the sha256 of its text, of a dirty submodule a fingerprint of
   * what is uncommitted in it. null when the file is gone or could not be read.
   */
  readonly sha256: string | null;
  /** Bytes; null when the file is gone. */
  readonly size: number | null;
  /** git mode in the work tree: 100644, 100755, 120000, 160000; null when gone. */
  readonly mode: string | null;
  /** Dirty submodule: what git says of it (commit changed, modified content, untracked content). */
  readonly submodule: {
    readonly commitChanged: boolean;
    readonly modified: boolean;
    readonly untracked: boolean;
  } | null;
}

export interface Worktree {
  /** "main" for the main work tree, else the name git gave the linked one. */
  readonly name: string;
  readonly path: string;
  readonly branch: string | null;
  readonly head: string | null;
  readonly locked: string | null;
  /** The folder is gone, or git would prune it. */
  readonly dead: boolean;
}

export interface Stash {
  /** stash@{n} */
  readonly ref: string;
  readonly commit: string;
  readonly branch: string | null;
  readonly message: string;
  /** UTC ISO 8601. */
  readonly at: string;
  readonly author: string;
}

export interface Upstream {
  readonly name: string;
  /** null when the remote branch is gone. */
  readonly commit: string | null;
  readonly ahead: number;
  readonly behind: number;
}

export interface Commit {
  readonly id: string;
  readonly tree: string;
  /** Committer time, UTC ISO 8601. */
  readonly at: string;
  readonly author: string;
  readonly subject: string;
}

/** What holds `index.lock`: nobody alive = stale. */
export interface IndexLock {
  readonly path: string;
  readonly holder: { readonly pid: number; readonly command: string } | null;
}

export interface Head {
  /** null in a repository without commits or outside git. */
  readonly commit: string | null;
  readonly tree: string | null;
  /** The branch HEAD is on; during a rebase or bisect the branch it began on; null when detached. */
  readonly branch: string | null;
  /** HEAD points at a commit and no operation explains it. */
  readonly detached: boolean;
  /** Committer time of the head commit. */
  readonly at: string | null;
}

/**
 * `git`: an ordinary work tree. `bare`: a repository without work tree. `folder`: no repository.
 * What cannot be known is null and `reasons` says why (`no_repository`, `no_commits`, `bare_repository`, …).
 */
export interface Scene {
  readonly kind: "git" | "bare" | "folder";
  /** Absolute; never part of a packet. */
  readonly root: string;
  /** Absolute git directories; null outside git. Never part of a packet. */
  readonly gitDir: string | null;
  readonly commonDir: string | null;
  /** Name of this work tree: "main" or the linked worktree's name. */
  readonly workTree: string;
  /** Where the command was started, relative to the root, "" at the top. */
  readonly cwd: string;
  /** Root commits: the repository's identity. Empty before the first commit and outside git. */
  readonly roots: readonly string[];
  readonly head: Head;
  readonly upstream: Upstream | null;
  /** Branch name such as main; null when it cannot be told. */
  readonly defaultBranch: string | null;
  readonly operation: Operation | null;
  readonly shallow: boolean;
  readonly sparse: boolean;
  /** Uncommitted work, sorted by path bytes; files whose content equals the committed one are left out. */
  readonly dirty: readonly DirtyFile[];
  /** Tree id of the whole work tree including untracked, not ignored files. */
  readonly tree: string | null;
  readonly indexLock: IndexLock | null;
  readonly stashes: readonly Stash[];
  readonly worktrees: readonly Worktree[];
  /** Machine-readable reasons for what is null above. */
  readonly reasons: readonly string[];
}

/** One file between the base and the present work tree. */
export interface Change {
  readonly path: string;
  readonly from: string | null;
  readonly status: ChangeStatus;
  /** null for binary files. */
  readonly additions: number | null;
  readonly deletions: number | null;
  readonly binary: boolean;
  /** sha256 of the present bytes; null when gone. */
  readonly sha256: string | null;
  /** True when the present content is that of the head commit. */
  readonly committed: boolean;
}

/** A run of lines that the work since the base added to one file (text files only, sizes bounded). */
export interface AddedLines {
  readonly path: string;
  /** Line number in the present file, from 1. */
  readonly start: number;
  readonly lines: readonly string[];
}

/** What happened since a base commit, up to and including the uncommitted work. */
export interface Work {
  /** Names what the changes are counted from. */
  readonly base: { readonly commit: string | null; readonly kind: BaseKind; readonly ref: string | null };
  readonly changes: readonly Change[];
  readonly added: readonly AddedLines[];
  /** Commits from the base to the head, oldest first, at most 200. */
  readonly commits: readonly Commit[];
  /** Commits that no upstream holds, by id, patch id or tree, oldest first. */
  readonly unpushed: readonly Commit[];
  /** What was cut by a limit, in words: never silent. */
  readonly omitted: readonly string[];
}

export type BaseKind = "session_start" | "merge_base" | "previous_packet" | "root" | "none";
