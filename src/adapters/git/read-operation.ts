import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Operation, OperationKind } from "../../domain/scene.ts";
import type { Env, Place } from "./git-env.ts";
import { readLine, readSmallFile } from "./read-small-file.ts";
import { runGit } from "./run-git.ts";

/** Which of the two refs that mark the commit in hand exist. */
export interface PickMarks {
  readonly cherryPick: boolean;
  readonly revert: boolean;
}

/** They are files, but where refs are kept otherwise git has to be asked. */
export async function readPickMarks(query: {
  readonly place: Place;
  readonly env: Env;
  readonly gitDir: string;
  readonly storage: string;
}): Promise<PickMarks> {
  const { place, env, gitDir, storage } = query;
  const exists = async (name: string): Promise<boolean> =>
    storage === "files"
      ? existsSync(join(gitDir, name))
      : (await runGit({ place, env, args: ["rev-parse", "-q", "--verify", name] })).code === 0;
  const [cherryPick, revert] = await Promise.all([exists("CHERRY_PICK_HEAD"), exists("REVERT_HEAD")]);
  return { cherryPick, revert };
}

/**
 * The unfinished operation that the files of a git directory tell of. `branch` is the one HEAD is on by itself; a rebase
 * and a bisect name the one they began on. A rebase or am comes first: while it runs, the marks of a merge or cherry-pick
 * are those of its current step.
 */
export function readOperation(gitDir: string, branch: string | null, marks: PickMarks): Operation | null {
  const at = (name: string): string => join(gitDir, name);
  if (existsSync(at("rebase-merge"))) {
    return {
      kind: "rebase",
      step: readNumber(at("rebase-merge/msgnum")),
      total: readNumber(at("rebase-merge/end")),
      branch: shortBranch(readLine(at("rebase-merge/head-name"))),
    };
  }
  if (existsSync(at("rebase-apply"))) {
    const kind = existsSync(at("rebase-apply/applying")) ? "am" : "rebase";
    return {
      kind,
      step: readNumber(at("rebase-apply/next")),
      total: readNumber(at("rebase-apply/last")),
      branch: kind === "am" ? branch : shortBranch(readLine(at("rebase-apply/head-name"))),
    };
  }
  const plain = plainKind(gitDir, marks);
  if (plain !== null) return { kind: plain, step: null, total: null, branch };
  if (existsSync(at("BISECT_LOG"))) {
    return { kind: "bisect", step: null, total: null, branch: branch ?? bisectStart(gitDir) };
  }
  return null;
}

/** What is left of a sequence of cherry-picks or reverts; null outside one. */
export interface Sequence {
  /** HEAD when it began. */
  readonly start: string;
  /** Commits not yet done, the current one included. */
  readonly remaining: number;
}

export function readSequence(gitDir: string): Sequence | null {
  const start = readLine(join(gitDir, "sequencer/head"));
  const todo = readSmallFile(join(gitDir, "sequencer/todo"));
  if (start === null || todo === null) return null;
  const remaining = todo.split("\n").filter((line) => /^(pick|revert|p) /.test(line)).length;
  return { start, remaining };
}

function plainKind(gitDir: string, marks: PickMarks): OperationKind | null {
  if (existsSync(join(gitDir, "MERGE_HEAD"))) return "merge";
  if (marks.cherryPick) return "cherry-pick";
  if (marks.revert) return "revert";
  // Between two commits of a sequence only the list of what is left says so.
  const next = readLine(join(gitDir, "sequencer/todo"));
  if (next === null) return null;
  return next.startsWith("revert ") ? "revert" : "cherry-pick";
}

/** null when the bisect began on a detached HEAD: then the file holds a commit id. */
function bisectStart(gitDir: string): string | null {
  const start = readLine(join(gitDir, "BISECT_START"));
  return start === null || /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(start) ? null : start.replace(/^refs\/heads\//, "");
}

/** "detached HEAD" and anything else that is no branch is null. */
function shortBranch(name: string | null): string | null {
  return name?.startsWith("refs/heads/") ? name.slice("refs/heads/".length) : null;
}

function readNumber(path: string): number | null {
  const text = readLine(path);
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}
