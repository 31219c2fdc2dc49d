import type { RawPath } from "./raw-path.ts";

/** One entry of `git status --porcelain=v2 -z`. */
export interface StatusEntry {
  readonly kind: "tracked" | "unmerged" | "untracked";
  readonly path: RawPath;
  readonly from: RawPath | null;
  /** Letter for the index against the head commit, "." for the same. */
  readonly staged: string;
  /** Letter for the work tree against the index, "." for the same. */
  readonly unstaged: string;
  /** "N..." for files; for submodules S and the flags C (commit), M (modified), U (untracked). */
  readonly submodule: string;
  /** The version in the head commit, of a rename or copy that of its source; null when it has none. */
  readonly head: { readonly mode: string; readonly id: string } | null;
  /** The version in the index (of an unmerged path: ours); null when it has none. */
  readonly index: { readonly mode: string; readonly id: string } | null;
  /** Mode in the work tree; null when gone or, for untracked paths, not told. */
  readonly mode: string | null;
}

export interface StatusFacts {
  /** null before the first commit. */
  readonly commit: string | null;
  /** null when HEAD is detached. */
  readonly branch: string | null;
  readonly upstream: string | null;
  /** null when there is no upstream or its branch is gone. */
  readonly distance: { readonly ahead: number; readonly behind: number } | null;
  readonly entries: readonly StatusEntry[];
}

/** Parses porcelain v2 with `--branch -z`; unknown lines are skipped, as its documentation asks. */
export function parseStatus(output: Buffer): StatusFacts {
  const headers = new Map<string, string>();
  const entries: StatusEntry[] = [];
  const parts = output.toString("latin1").split("\0");
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? "";
    if (part.startsWith("# ")) {
      const [, name = "", value = ""] = /^# (\S+) ([^]*)$/.exec(part) ?? [];
      headers.set(name, Buffer.from(value, "latin1").toString("utf8"));
    } else if (part.startsWith("1 ")) entries.push(tracked(part, 8, null));
    else if (part.startsWith("2 ")) entries.push(tracked(part, 9, parts[++at] ?? ""));
    else if (part.startsWith("u ")) entries.push(unmerged(part));
    else if (part.startsWith("? ")) entries.push(untracked(part.slice(2)));
  }
  const commit = headers.get("branch.oid") ?? "(initial)";
  const branch = headers.get("branch.head") ?? "(detached)";
  const [, ahead, behind] = /^\+(\d+) -(\d+)$/.exec(headers.get("branch.ab") ?? "") ?? [];
  return {
    commit: commit === "(initial)" ? null : commit,
    branch: branch === "(detached)" ? null : branch,
    upstream: headers.get("branch.upstream") ?? null,
    distance: ahead === undefined || behind === undefined ? null : { ahead: Number(ahead), behind: Number(behind) },
    entries,
  };
}

function tracked(line: string, fields: number, from: RawPath | null): StatusEntry {
  const { words, rest } = split(line, fields);
  const [, letters = "..", submodule = "N...", headMode = "", indexMode = "", mode = "", headId = "", id = ""] = words;
  return {
    kind: "tracked",
    path: rest,
    from,
    staged: letters.charAt(0),
    unstaged: letters.charAt(1),
    submodule,
    head: version(headMode, headId),
    index: version(indexMode, id),
    mode: modeOrNull(mode),
  };
}

function unmerged(line: string): StatusEntry {
  const { words, rest } = split(line, 10);
  const [, letters = "UU", submodule = "N...", , ours = "", , mode = "", , id = ""] = words;
  return {
    kind: "unmerged",
    path: rest,
    from: null,
    staged: letters.charAt(0),
    unstaged: letters.charAt(1),
    submodule,
    head: null,
    index: version(ours, id),
    mode: modeOrNull(mode),
  };
}

function untracked(path: RawPath): StatusEntry {
  return {
    kind: "untracked",
    // A trailing slash marks a repository inside this one: git lists it, not what it holds.
    path: path.replace(/\/$/, ""),
    from: null,
    staged: ".",
    unstaged: "?",
    submodule: "N...",
    head: null,
    index: null,
    mode: path.endsWith("/") ? "160000" : null,
  };
}

function version(mode: string, id: string): StatusEntry["index"] {
  return mode === "000000" || /^0*$/.test(id) ? null : { mode, id };
}

function modeOrNull(mode: string): string | null {
  return mode === "000000" ? null : mode;
}

/** The first `fields` words and the path after them, which may hold anything but NUL. */
function split(line: string, fields: number): { words: string[]; rest: string } {
  const words: string[] = [];
  let start = 0;
  for (let count = 0; count < fields; count++) {
    const end = line.indexOf(" ", start);
    words.push(line.slice(start, end));
    start = end + 1;
  }
  return { words, rest: line.slice(start) };
}
