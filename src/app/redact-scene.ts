import type { Changes } from "../adapters/git/read-changes.ts";
import type { AddedLines, Commit, Scene, Work } from "../domain/scene.ts";
import type { Redactor } from "../domain/secrets/redactor.ts";
import type { Workspace } from "./workspace.ts";

/** The scene with every text of strangers redacted; paths stay real, they are hidden where they are shown. */
export function redactScene({ scene, redactor }: Workspace): Scene {
  const clean = (text: string): string => redactor.redact(text);
  const { indexLock: lock } = scene;
  return {
    ...scene,
    stashes: scene.stashes.map((stash) => ({ ...stash, message: clean(stash.message), author: clean(stash.author) })),
    worktrees: scene.worktrees.map((tree) => ({ ...tree, locked: tree.locked === null ? null : clean(tree.locked) })),
    indexLock:
      lock === null || lock.holder === null
        ? lock
        : { ...lock, holder: { ...lock.holder, command: clean(lock.holder.command) } },
  };
}

/** Commits likewise. */
export function redactWork(redactor: Redactor, work: Work): Work {
  const commit = (one: Commit): Commit => ({
    ...one,
    author: redactor.redact(one.author),
    subject: redactor.redact(one.subject),
  });
  return {
    ...work,
    commits: work.commits.map(commit),
    unpushed: work.unpushed.map(commit),
  };
}

/** What work added likewise. */
export function redactChanges(redactor: Redactor, changes: Changes): Changes {
  return { ...changes, added: changes.added.map((run) => redactLines(redactor, run)) };
}

/** Most runs hold no secret, and one look over the whole run tells; else line by line, so that the numbers stay. */
function redactLines(redactor: Redactor, run: AddedLines): AddedLines {
  const text = run.lines.join("\n");
  const redacted = redactor.redact(text);
  if (redacted === text) return run;
  const lines = redacted.split("\n");
  if (lines.length === run.lines.length) return { ...run, lines };
  // A secret of several lines became one word: what lay inside it is in no line of the whole any more.
  const shown = new Set(lines);
  const alone = (line: string): string => {
    const own = redactor.redact(line);
    return shown.has(own) || own !== line ? own : inside;
  };
  return { ...run, lines: run.lines.map(alone) };
}

/** In place of a line that is a part of a longer secret. */
const inside = "[redacted]";
