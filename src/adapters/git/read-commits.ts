import type { Commit } from "../../domain/scene.ts";
import type { Env, Place } from "./git-env.ts";
import { isoTime } from "./git-time.ts";
import { readGit } from "./read-git.ts";
import type { GitLimits } from "./run-git.ts";

export interface LoggedCommit extends Commit {
  readonly parents: readonly string[];
  /** `=` when another side holds the same change, `<` and `>` for the sides of a symmetric range, else `>`. */
  readonly mark: string;
}

export interface LogQuery {
  readonly place: Place;
  readonly env: Env;
  /** Revisions and revision options. */
  readonly range: readonly string[];
  readonly limit: number;
  readonly limits?: GitLimits;
}

const fields = ["%m", "%H", "%T", "%P", "%ct", "%an <%ae>", "%s"];

/** Arguments of a log whose output `parseLog` reads. */
export function logArgs(range: readonly string[], limit: number): string[] {
  const format = `--format=tformat:${fields.join("%x00")}`;
  return ["log", "-z", "--no-color", "--no-decorate", "--no-notes", "-n", String(limit), format, ...range, "--"];
}

/** Commits of a range, newest first. */
export async function readCommits(query: LogQuery): Promise<LoggedCommit[]> {
  const { place, env, range, limit, limits = {} } = query;
  return parseLog(await readGit({ place, env, args: logArgs(range, limit), limits }));
}

export function parseLog(output: Buffer): LoggedCommit[] {
  const parts = output.toString("utf8").split("\0");
  const commits: LoggedCommit[] = [];
  for (let at = 0; at + fields.length < parts.length; at += fields.length) {
    const [mark = "", id = "", tree = "", parents = "", seconds = "", author = "", subject = ""] = parts.slice(
      at,
      at + fields.length,
    );
    commits.push({
      mark,
      id,
      tree,
      parents: parents === "" ? [] : parents.split(" "),
      at: isoTime(seconds),
      author,
      subject,
    });
  }
  return commits;
}

/** Only what the domain knows of a commit. */
export function plainCommit({ id, tree, at, author, subject }: LoggedCommit): Commit {
  return { id, tree, at, author, subject };
}
