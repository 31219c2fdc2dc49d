import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Worktree } from "../../domain/scene.ts";
import type { Env, Place } from "./git-env.ts";
import { readOperation } from "./read-operation.ts";
import { readRefs } from "./read-refs.ts";
import { readRepositoryConfig } from "./read-repository-config.ts";
import { readLine, readSmallFile } from "./read-small-file.ts";

export interface WorktreeQuery {
  readonly place: Place;
  readonly env: Env;
  readonly commonDir: string;
  /** How refs are stored. */
  readonly storage: string;
  /** Name of the work tree that is asked from. */
  readonly workTree: string;
}

interface Found {
  readonly name: string;
  readonly path: string;
  readonly gitDir: string;
}

/** All work trees of the repository, the main one first, the linked ones by name. */
export async function readWorktrees(query: WorktreeQuery): Promise<Worktree[]> {
  const found = [...mainWorktree(query), ...linkedWorktrees(query.commonDir)];
  const heads = found.map(({ gitDir }) => readLine(join(gitDir, "HEAD")) ?? "");
  const names = heads.flatMap((head) => (head.startsWith("ref: ") ? [head.slice("ref: ".length)] : []));
  const { place, env, commonDir, storage } = query;
  const refs = await readRefs({ place, env, commonDir, storage, names });
  return found.map(({ name, path, gitDir }, at) => {
    const head = heads[at] ?? "";
    const ref = head.startsWith("ref: ") ? head.slice("ref: ".length) : null;
    const branch = ref?.startsWith("refs/heads/") ? ref.slice("refs/heads/".length) : null;
    return {
      name,
      path,
      // A branch that is being rebased is checked out there, although HEAD does not say so.
      branch: branch ?? readOperation(gitDir, null)?.branch ?? null,
      head: ref === null ? head || null : (refs.get(ref)?.id ?? null),
      locked: readSmallFile(join(gitDir, "locked"))?.trim() ?? null,
      dead: name !== "main" && !existsSync(join(path, ".git")),
    };
  });
}

/** Paths of the linked work trees: content that lies in another work tree is not this one's. */
export function linkedWorktrees(commonDir: string): Found[] {
  const folder = join(commonDir, "worktrees");
  return listNames(folder).map((name) => {
    const gitDir = join(folder, name);
    const link = readSmallFile(join(gitDir, "gitdir"))?.trim();
    return { name, gitDir, path: link ? dirname(resolve(gitDir, link)) : gitDir };
  });
}

/** None in a bare repository that only has linked ones. */
function mainWorktree({ place, commonDir, workTree }: WorktreeQuery): Found[] {
  const main = (path: string): Found[] => [{ name: "main", path, gitDir: commonDir }];
  if (workTree === "main" && place.workTree !== null) return main(place.workTree);
  const config = readRepositoryConfig(commonDir, commonDir);
  if (config.bare) return [];
  if (config.workTree !== null) return main(resolve(commonDir, config.workTree));
  return basename(commonDir) === ".git" ? main(dirname(commonDir)) : [];
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
