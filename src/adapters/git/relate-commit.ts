import type { CommitRelation } from "../../domain/commit-relation.ts";
import type { Commit, Scene } from "../../domain/scene.ts";
import { isCommitId } from "./ancestry.ts";
import type { Env, Place } from "./git-env.ts";
import { placeOf } from "./locate-repository.ts";
import { logArgs, parseLog, plainCommit, readCommits } from "./read-commits.ts";
import { readGit } from "./read-git.ts";
import { runGit } from "./run-git.ts";

const maxAdded = 50;

interface Git {
  readonly place: Place;
  readonly env: Env;
}

/** How a recorded commit stands to the present head. */
export async function relateCommit(scene: Scene, env: Env, commit: string): Promise<CommitRelation> {
  const { head, shallow } = scene;
  if (commit === head.commit) {
    return { commit, relation: "same", reachable: true, tree: head.tree, shallow, added: [] };
  }
  const gone: CommitRelation = { commit, relation: "gone", reachable: false, tree: null, shallow, added: [] };
  if (scene.kind === "folder" || !isCommitId(commit)) return gone;
  const git = { place: placeOf(scene), env };
  const found = await findCommit(git, commit);
  if (found === null) return gone;
  const relation = head.commit === null ? "diverged" : await relate(git, found.id, head.commit);
  const isBelow = relation === "same" || relation === "ancestor";
  const [reachable, added] = await Promise.all([
    isBelow || isHeldByRef(git, found.id),
    relation === "ancestor" ? addedSince(git, found.id, head.commit ?? "") : [],
  ]);
  return { commit, relation, reachable, tree: found.tree, shallow, added };
}

async function findCommit(git: Git, commit: string): Promise<Commit | null> {
  const result = await runGit({ ...git, args: logArgs([`${commit}^{commit}`], 1) });
  return result.code === 0 ? (parseLog(result.stdout)[0] ?? null) : null;
}

async function relate(
  git: Git,
  commit: string,
  head: string,
): Promise<"same" | "ancestor" | "descendant" | "diverged"> {
  const args = ["rev-list", "--left-right", "--count", `${commit}...${head}`, "--"];
  const [theirs, ours] = (await readGit({ ...git, args })).toString("latin1").trim().split("\t").map(Number);
  if (theirs === 0) return ours === 0 ? "same" : "ancestor";
  return ours === 0 ? "descendant" : "diverged";
}

async function isHeldByRef(git: Git, commit: string): Promise<boolean> {
  const result = await runGit({
    ...git,
    args: ["for-each-ref", "--count=1", "--format=%(refname)", "--contains", commit],
  });
  return result.code === 0 && result.stdout.length > 0;
}

async function addedSince(git: Git, commit: string, head: string): Promise<Commit[]> {
  return (await readCommits({ ...git, range: [`${commit}..${head}`], limit: maxAdded })).map(plainCommit);
}
