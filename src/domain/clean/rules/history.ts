import type { Commit } from "../../scene.ts";
import type { WorkbenchSnapshot } from "../../snapshot.ts";
import { nameSome, warn, type Found } from "../rule.ts";

/** Commits and stashes that the next session has to know of. */
export function checkHistory(snapshot: WorkbenchSnapshot): readonly Found[] {
  return [...checkUnpushed(snapshot), ...checkStashes(snapshot), ...checkForeign(snapshot)];
}

function checkUnpushed({ work: { unpushed }, scene }: WorkbenchSnapshot): readonly Found[] {
  if (unpushed.length === 0) return [];
  const target = scene.upstream === null ? "no upstream holds" : `${scene.upstream.name} does not hold`;
  const newestFirst = unpushed.toReversed().map(describe);
  return [
    warn({
      code: "unpushed_commits",
      detail: `${unpushed.length} ${unpushed.length === 1 ? "commit" : "commits"} that ${target}: ${nameSome(newestFirst, 5)}`,
      suggestion: "push them when they may be seen; until then they exist here only",
    }),
  ];
}

function describe(commit: Commit): string {
  return `${commit.id.slice(0, 12)} ${commit.subject}`;
}

function checkStashes({ scene, session }: WorkbenchSnapshot): readonly Found[] {
  return scene.stashes.map((stash) => {
    const ours = session.startedAt !== null && stash.at >= session.startedAt;
    const branch = stash.branch === null ? "" : ` on ${stash.branch}`;
    const age = ours ? "since this session began" : "not known to be of this session";
    return warn({
      code: "stashes",
      detail: `${stash.ref}${branch} by ${stash.author}, ${stash.at}: ${stash.message} (${age})`,
      holder: stash.author,
      suggestion: ours
        ? `see what it holds (git show ${stash.commit.slice(0, 12)}) and say in a note what it is for`
        : "it is not this session's: leave it",
    });
  });
}

/** Somebody else worked here meanwhile: other authors, or HEAD is no longer on the way that the session went. */
function checkForeign(snapshot: WorkbenchSnapshot): readonly Found[] {
  const { work } = snapshot;
  const author = sessionAuthor(snapshot);
  const foreign = author === null ? [] : work.commits.filter((commit) => !isSamePerson(commit.author, author));
  const moved = describeMove(snapshot);
  const suggestion = "read what they changed before going on";
  return [
    ...(foreign.length === 0
      ? []
      : [
          warn({
            code: "foreign_changes",
            detail: `${foreign.length} of ${work.commits.length} commits are not by ${author}: ${nameSome(
              foreign.toReversed().map((commit) => `${describe(commit)} (${commit.author})`),
              5,
            )}`,
            holder: foreign.at(-1)?.author ?? "",
            suggestion,
          }),
        ]),
    ...(moved === null ? [] : [warn({ code: "foreign_changes", detail: moved, suggestion })]),
  ];
}

/**
 * Whoever wrote this session's notes, if that person is known to commit; else who wrote most of the commits, the
 * earliest of equals. Before the session's start every branch has other people's commits.
 */
function sessionAuthor({ notes, session, work }: WorkbenchSnapshot): string | null {
  const own = notes.filter((note) => note.sessionId === session.id).map((note) => note.author);
  const authors = work.commits.map((commit) => commit.author);
  const sinceStart = work.base.kind === "session_start";
  const known = own.find(
    (name) => authors.some((author) => isSamePerson(author, name)) || (sinceStart && mailOf(name) !== null),
  );
  return known ?? mostFrequent(authors);
}

function mostFrequent(names: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  let best: string | null = null;
  for (const [name, count] of counts) if (best === null || count > (counts.get(best) ?? 0)) best = name;
  return best;
}

/** Equal mail addresses where both have one, else equal names. */
function isSamePerson(a: string, b: string): boolean {
  const [mailA, mailB] = [mailOf(a), mailOf(b)];
  return mailA !== null && mailB !== null ? mailA === mailB : nameOf(a) === nameOf(b);
}

function mailOf(author: string): string | null {
  return /<([^<>]+)>\s*$/.exec(author)?.[1]?.toLowerCase() ?? null;
}

function nameOf(author: string): string {
  return author
    .replace(/\s*<[^<>]*>\s*$/, "")
    .trim()
    .toLowerCase();
}

/** A branch that the session made itself still holds the commit it began on. */
function describeMove({ session, scene, work, recentCommits }: WorkbenchSnapshot): string | null {
  const { head } = scene;
  const start = session.baseline?.commit ?? null;
  if (start === null || head.commit === null || start === head.commit || recentCommits.length === 0) return null;
  const passed = [
    work.base.commit,
    ...work.commits.map((commit) => commit.id),
    ...recentCommits.map((commit) => commit.id),
  ];
  if (passed.includes(start)) return null;
  const where = head.branch === null ? "" : ` on ${head.branch}`;
  return `HEAD${where} (${head.commit.slice(0, 12)}) no longer builds on ${start.slice(0, 12)}, on which the session began`;
}
