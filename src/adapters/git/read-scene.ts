import { AppError } from "../../domain/errors.ts";
import type { Scene, Worktree } from "../../domain/scene.ts";
import { type AdoptedStatus, statusCall } from "./adopt-status.ts";
import { readFolderScene } from "../folder/read-folder-scene.ts";
import type { Env, Place } from "./git-env.ts";
import { findHidden, readFlagged, withHidden } from "./find-hidden.ts";
import { gitFailure } from "./git-failure.ts";
import { locateFromFiles } from "./locate-from-files.ts";
import { type Repository, findDotGit, locateRepository, placeOf } from "./locate-repository.ts";
import { type StatusFacts, parseStatus } from "./parse-status.ts";
import { defaultBranchOf } from "./read-default-branch.ts";
import { type History, readHistory, readNewest, readHead } from "./read-history.ts";
import { readIndexLock } from "./read-index-lock.ts";
import { readOperation, readPickMarks } from "./read-operation.ts";
import { withProgress } from "./read-progress.ts";
import { type RepositoryConfig, readRepositoryConfig } from "./read-repository-config.ts";
import { type Surroundings, type SurroundingsQuery, readSurroundings } from "./read-surroundings.ts";
import { readUpstream } from "./read-upstream.ts";
import { type WorkTreeFacts, readWorkTree } from "./read-work-tree.ts";
import { headVersions, rememberScene } from "./remember-scene.ts";
import { runGit } from "./run-git.ts";
import type { SceneMemory } from "./scene-memory.ts";

export interface SceneOptions {
  readonly cwd: string;
  readonly env: Env;
  /** Whether the tree id of the work tree is wanted. */
  readonly tree: boolean;
  readonly memory?: SceneMemory;
  /** A status that may be under way in this folder. */
  readonly begun?: AdoptedStatus | undefined;
  /** Untracked paths, relative to the work tree's top, that are no part of the scene. */
  readonly exclude?: (path: string, root: string) => boolean;
}

/**
 * The scene that `cwd` lies in. What is dirty is asked at once; where the repository is, and nearly everything else, is
 * read from small files or memory meanwhile, or asked only when it is there. Nothing is written but that memory.
 */
export async function readScene(options: SceneOptions): Promise<Scene> {
  const { cwd, env } = options;
  const call = statusCall(cwd, env);
  const statusRun = options.begun?.take(cwd) ?? runGit(call);
  // Whether it matters is known only with the repository; until then a failure is nobody's.
  const settled = Promise.allSettled([statusRun]);
  const found = locateFromFiles(cwd, env);
  const repository = found ?? (await askForRepository(cwd, env));
  if (repository === null) {
    await settled;
    return readFolderScene({ cwd, tree: options.tree });
  }
  const config = readRepositoryConfig(repository.gitDir, repository.commonDir);
  const query: Query = {
    options,
    repository,
    place: placeOf({ ...repository, kind: repository.bare ? "bare" : "git" }),
  };
  const historyRun = newestHistory(query, config);
  if (repository.bare) return bareScene(query, await historyRun);
  const surroundingsRun = readSurroundings(around(query, config));
  const flags = { place: query.place, env, gitDir: repository.gitDir, sparse: config.sparse };
  const flaggedRun = Promise.allSettled([readFlagged({ ...flags, memory: options.memory?.flags })]);
  const [result, history, surroundings] = await Promise.all([statusRun, historyRun, surroundingsRun]);
  if (result.code !== 0) {
    // What looked like a repository may be none for git: then git says where else, or why not.
    if (found !== null && (await askForRepository(cwd, env)) === null) {
      return readFolderScene({ cwd, tree: options.tree });
    }
    throw gitFailure(call, result);
  }
  const told = parseStatus(result.stdout);
  const [flagged] = await flaggedRun;
  if (flagged.status === "rejected") throw flagged.reason;
  const hidden = await findHidden({ place: query.place, env, format: repository.format }, flagged.value);
  const status = { ...told, entries: withHidden(told.entries, hidden) };
  const present = status.commit === (history.head?.id ?? null) ? history : await historyOf(query, status.commit);
  const work = await readWorkTree({
    place: query.place,
    env,
    repository,
    fileMode: config.fileMode,
    entries: status.entries,
    exclude: (path) => options.exclude?.(path, repository.root) ?? false,
    tree: options.tree ? { head: present.head?.tree ?? null, cache: options.memory?.trees } : null,
  });
  const scene = await workTreeScene(query, { status, history: present, surroundings, work, config });
  rememberScene(scene, {
    headVersions: headVersions(status.entries),
    newest: present.newest,
    whole: present.whole,
    filtered: work.filtered,
  });
  return scene;
}

/** null outside a repository; without git installed that is still certain where nothing looks like one. */
async function askForRepository(cwd: string, env: Env): Promise<Repository | null> {
  try {
    return await locateRepository(cwd, env);
  } catch (error) {
    if (error instanceof AppError && error.code === "git_missing" && findDotGit(cwd) === null) return null;
    throw error;
  }
}

interface Query {
  readonly options: SceneOptions;
  readonly repository: Repository;
  readonly place: Place;
}

interface Facts {
  readonly status: StatusFacts;
  readonly history: History;
  readonly surroundings: Surroundings;
  readonly work: WorkTreeFacts;
  readonly config: RepositoryConfig;
}

/** What most readers need to know of the repository. */
function around({ options, repository, place }: Query, { refStorage: storage }: RepositoryConfig): SurroundingsQuery {
  return { place, env: options.env, repository, storage };
}

async function newestHistory(
  { options, repository, place }: Query,
  { refStorage }: RepositoryConfig,
): Promise<History> {
  const { env, memory } = options;
  const newest = await readNewest({ place, env, repository, refStorage, memory: memory?.commits });
  return readHistory({ place, env, repository, newest, memory: memory?.roots });
}

/** HEAD moved between two children (the status is the newer truth), or its history cannot be read. */
async function historyOf({ options, repository, place }: Query, commit: string | null): Promise<History> {
  const { env, memory } = options;
  const newest = commit === null ? [] : await readHead(place, env, commit);
  return readHistory({ place, env, repository, newest, memory: memory?.roots });
}

async function workTreeScene(query: Query, { status, history, surroundings, work, config }: Facts): Promise<Scene> {
  const { repository } = query;
  const { gitDir, root } = repository;
  const marks = await readPickMarks({ ...around(query, config), gitDir });
  const operation = await withProgress(
    { ...around(query, config), marks },
    readOperation(gitDir, status.branch, marks),
  );
  const branch = status.branch ?? operation?.branch ?? null;
  const { lock, told } = readIndexLock(gitDir, root);
  const only: Worktree = { name: "main", path: root, branch, head: status.commit, locked: null, dead: false };
  return {
    ...placeFacts(repository, "git"),
    roots: history.roots,
    head: {
      commit: status.commit,
      tree: history.head?.tree ?? null,
      branch,
      detached: status.commit !== null && branch === null,
      at: history.head?.at ?? null,
    },
    upstream: await readUpstream({ ...around(query, config), status }),
    defaultBranch: defaultBranchOf(surroundings.refs, branch),
    operation,
    sparse: config.sparse,
    dirty: work.dirty,
    tree: work.tree,
    indexLock: lock,
    stashes: surroundings.stashes,
    worktrees: surroundings.worktrees.length > 0 ? surroundings.worktrees : [only],
    reasons: [...history.reasons, ...surroundings.reasons, ...work.reasons, ...(told ? [] : ["lock_holder_unknown"])],
  };
}

async function bareScene(query: Query, history: History): Promise<Scene> {
  const { options, repository, place } = query;
  const config = readRepositoryConfig(repository.gitDir, repository.commonDir);
  const { refs, worktrees, reasons } = await readSurroundings(around(query, config));
  const symbolic = await runGit({ place, env: options.env, args: ["symbolic-ref", "-q", "--short", "HEAD"] });
  const branch = symbolic.code === 0 ? symbolic.stdout.toString("utf8").trimEnd() : null;
  return {
    ...placeFacts(repository, "bare"),
    roots: history.roots,
    head: {
      commit: history.head?.id ?? null,
      tree: history.head?.tree ?? null,
      branch,
      detached: history.head !== null && branch === null,
      at: history.head?.at ?? null,
    },
    upstream: null,
    defaultBranch: defaultBranchOf(refs, branch),
    operation: null,
    sparse: false,
    dirty: [],
    tree: null,
    indexLock: null,
    stashes: [],
    worktrees,
    reasons: ["bare_repository", ...history.reasons, ...reasons],
  };
}

function placeFacts(repository: Repository, kind: "git" | "bare") {
  const { root, gitDir, commonDir, workTree, cwd, shallow } = repository;
  return { kind, root, gitDir, commonDir, workTree, cwd: kind === "bare" ? "" : cwd, shallow };
}
