import type { Stash } from "../../domain/scene.ts";
import type { Env, Place } from "./git-env.ts";
import { isoTime } from "./git-time.ts";
import { readGit } from "./read-git.ts";

const fields = ["%H", "%ct", "%an <%ae>", "%gs"];
const limit = 100;

/** The stashes, newest first, at most 100. To be called only where `refs/stash` exists. */
export async function readStashes(place: Place, env: Env): Promise<Stash[]> {
  const format = `--format=tformat:${fields.join("%x00")}`;
  const args = ["log", "-g", "-z", "--no-color", "-n", String(limit), format, "refs/stash", "--"];
  const parts = (await readGit({ place, env, args })).toString("utf8").split("\0");
  const stashes: Stash[] = [];
  for (let at = 0; at + fields.length < parts.length; at += fields.length) {
    const [commit = "", seconds = "", author = "", subject = ""] = parts.slice(at, at + fields.length);
    stashes.push({ ref: `stash@{${stashes.length}}`, commit, at: isoTime(seconds), author, ...parseSubject(subject) });
  }
  return stashes;
}

/** "WIP on BRANCH: …" and "On BRANCH: …"; a branch name holds no colon. Anything else was stored by another tool. */
function parseSubject(subject: string): { branch: string | null; message: string } {
  const [, branch, message] = /^(?:WIP on|On) ([^:]+): ([^]*)$/.exec(subject) ?? [];
  if (branch === undefined || message === undefined) return { branch: null, message: subject };
  return { branch: branch === "(no branch)" ? null : branch, message };
}
