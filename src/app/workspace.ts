import { readConfig } from "../adapters/files/read-config.ts";
import { readAuthor } from "../adapters/git/author.ts";
import { readScene } from "../adapters/git/read-scene.ts";
import { findHome } from "../adapters/home/find-home.ts";
import { locateHome } from "../adapters/home/locate-home.ts";
import { openHome, type Home } from "../adapters/home/open-home.ts";
import { isAlive } from "../adapters/process/process-identity.ts";
import { createRedactor } from "../adapters/secrets/create-redactor.ts";
import type { Context } from "../context.ts";
import type { Config } from "../domain/config.ts";
import { AppError } from "../domain/errors.ts";
import type { Scene } from "../domain/scene.ts";
import type { Redactor } from "../domain/secrets/redactor.ts";
import { ownFiles } from "./own-files.ts";
import { sceneMemory } from "./scene-memory.ts";
import { defaultConfig } from "../workbench/parse-config.ts";

/** Where a use case works: the scene as it is, the home, the configuration. Opening one writes nothing but caches. */
export interface Workspace {
  readonly context: Context;
  readonly scene: Scene;
  readonly home: Home;
  readonly config: Config;
  readonly configSha256: string | null;
  readonly redactor: Redactor;
  /** Name and address of whoever works here. */
  readonly author: () => Promise<string>;
}

export interface OpenOptions {
  /** Whether the tree id of the work tree is wanted. */
  readonly tree: boolean;
  /** Told what is wrong with the configuration, which then counts as absent; without it a wrong one is an error. */
  readonly onWrongConfig?: (error: AppError) => void;
}

export async function openWorkspace(context: Context, options: OpenOptions): Promise<Workspace> {
  const { cwd, env } = context;
  // The caches lie in the home, and the home's place is only certain with the scene: files tell it early enough.
  const early = openHome({ path: findHome(cwd, env).home, isAlive });
  const redactor = createRedactor();
  const read = await readScene({
    cwd,
    env,
    begun: context.begun,
    tree: options.tree,
    memory: sceneMemory(early),
    exclude: ownFiles(early.path),
  });
  const scene = withSafeNames(read, redactor);
  const { path } = locateHome({ env, cwd, root: scene.root, commonDir: scene.commonDir });
  const { config, sha256 } = await configOf(scene.root, options.onWrongConfig);
  return {
    context,
    scene,
    home: path === early.path ? early : openHome({ path, isAlive }),
    config,
    configSha256: sha256,
    redactor,
    author: () => readAuthor(scene, env),
  };
}

async function configOf(root: string, onWrong: OpenOptions["onWrongConfig"]): ReturnType<typeof readConfig> {
  try {
    return await readConfig(root);
  } catch (error) {
    if (onWrong === undefined || !(error instanceof AppError) || error.kind !== "config") throw error;
    onWrong(error);
    return { config: defaultConfig, sha256: null };
  }
}

/** A branch whose name holds a secret is known by its redacted name everywhere: the same secret, the same name. */
function withSafeNames(scene: Scene, redactor: Redactor): Scene {
  const { branch } = scene.head;
  const worktrees = scene.worktrees.map((tree) =>
    tree.branch === null ? tree : { ...tree, branch: redactor.redact(tree.branch) },
  );
  const same = branch === null || redactor.redact(branch) === branch;
  if (same && worktrees.every((tree, at) => tree.branch === scene.worktrees[at]?.branch)) return scene;
  return { ...scene, head: { ...scene.head, branch: branch === null ? null : redactor.redact(branch) }, worktrees };
}
