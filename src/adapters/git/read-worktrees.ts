import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Worktree } from "../../domain/scene.ts";
import type { Env, Place } from "./git-env.ts";
import { readGit } from "./read-git.ts";
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
  const heads = query.storage === "files" ? await headsFromFiles(query, found) : await headsFromGit(query, found);
  return found.map(({ name, path, gitDir }, at) => {
    const { ref, id } = heads[at] ?? nowhere;
    const branch = ref?.startsWith("refs/heads/") ? ref.slice("refs/heads/".length) : null;
    return {
      name,
      path,
      // A branch that is being rebased is checked out there, although HEAD does not say so.
      branch: branch ?? readOperation(gitDir, null, { cherryPick: false, revert: false })?.branch ?? null,
      head: id,
      locked: readSmallFile(join(gitDir, "locked"))?.trim() ?? null,
      dead: name !== "main" && !existsSync(join(path, ".git")),
    };
  });
}

/** What HEAD of a work tree says. */
interface TreeHead {
  readonly ref: string | null;
  readonly id: string | null;
}

const nowhere: TreeHead = { ref: null, id: null };

async function headsFromFiles(query: WorktreeQuery, found: readonly Found[]): Promise<TreeHead[]> {
  const heads = found.map(({ gitDir }) => readLine(join(gitDir, "HEAD")) ?? "");
  const targets = heads.map((head) => (head.startsWith("ref: ") ? head.slice("ref: ".length) : null));
  const refs = await readRefs({ ...query, names: targets.flatMap((target) => target ?? []) });
  return targets.map((ref, at) => ({ ref, id: ref === null ? heads[at] || null : (refs.get(ref)?.id ?? null) }));
}

async function headsFromGit({ place, env }: WorktreeQuery, found: readonly Found[]): Promise<TreeHead[]> {
  const output = await readGit({ place, env, args: ["worktree", "list", "--porcelain", "-z"] });
  const heads = new Map<string, TreeHead>();
  for (const block of output.toString("utf8").split("\0\0")) {
    const fields = new Map(
      block.split("\0").map((line) => [line.split(" ", 1)[0] ?? "", line.slice(line.indexOf(" ") + 1)]),
    );
    const id = fields.get("HEAD") ?? null;
    const isUnborn = id !== null && /^0+$/.test(id);
    heads.set(fields.get("worktree") ?? "", { ref: fields.get("branch") ?? null, id: isUnborn ? null : id });
  }
  return found.map(({ path }) => heads.get(path) ?? nowhere);
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
