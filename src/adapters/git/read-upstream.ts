import type { Upstream } from "../../domain/scene.ts";
import type { Env, Place } from "./git-env.ts";
import type { StatusFacts } from "./parse-status.ts";
import { readRefs } from "./read-refs.ts";
import type { SurroundingsQuery } from "./read-surroundings.ts";
import { runGit } from "./run-git.ts";

export interface UpstreamQuery extends SurroundingsQuery {
  readonly status: StatusFacts;
}

/** The status names the upstream in short and counts the distance; the commit is looked up. */
export async function readUpstream(query: UpstreamQuery): Promise<Upstream | null> {
  const { place, env, repository, storage, status } = query;
  const { upstream: name, distance } = status;
  if (name === null) return null;
  if (distance === null) return { name, commit: null, ahead: 0, behind: 0 };
  const names = [`refs/${name}`, `refs/remotes/${name}`, `refs/heads/${name}`];
  const refs = await readRefs({ place, env, commonDir: repository.commonDir, storage, names });
  const commit = names.map((full) => refs.get(full)?.id).find((id) => id);
  return { name, commit: commit ?? (await askForUpstream(place, env)), ...distance };
}

async function askForUpstream(place: Place, env: Env): Promise<string | null> {
  const { code, stdout } = await runGit({ place, env, args: ["rev-parse", "-q", "--verify", "@{upstream}"] });
  return code === 0 ? stdout.toString("latin1").trim() : null;
}
