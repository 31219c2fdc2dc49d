import { lstatSync, renameSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../domain/errors.ts";
import type { Scene } from "../../domain/scene.ts";
import { ensureDir } from "../durable/ensure-dir.ts";
import { discard, tempPath } from "../durable/temp-file.ts";
import type { Env, Place } from "../git/git-env.ts";
import { gitFailure } from "../git/git-failure.ts";
import { locateRepository } from "../git/locate-repository.ts";
import { readGit } from "../git/read-git.ts";
import { runGit, type GitCall } from "../git/run-git.ts";
import { refuseLink } from "../home/check-home.ts";

/**
 * The home's own repository, for objects alone: it has no refs, so nothing in it is ever locked, and what a kill leaves
 * is at most a file that nobody looks at. Removing it loses nothing: the next fetch brings the objects again.
 */
export interface ObjectStore {
  /** git works in the user's folder, where a relative URL means what it means there, on this repository. */
  readonly place: Place;
  readonly env: Env;
}

/** Nothing is collected: without refs, git would take every object for garbage. */
export const quietly: readonly string[] = ["-c", "gc.auto=0", "-c", "maintenance.auto=false"];

/** Opens it, and makes it where it is missing. Its objects are named by the same hash as the user's. */
export async function openObjectStore(home: string, scene: Scene, env: Env): Promise<ObjectStore> {
  const user = scene.kind === "folder" ? null : await locateRepository(scene.root, env);
  if (user === null) {
    throw new AppError({
      kind: "environment",
      code: "not_a_repository",
      message: `${scene.root} is no git repository, so there is no remote to share packets through`,
      hint: "run it inside the repository whose packets are meant",
    });
  }
  const path = join(home, "share.git");
  const store = { place: { cwd: scene.root, gitDir: path, workTree: null }, env };
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) await make(home, path, { env, format: user.format });
  refuseLink(path);
  const call: GitCall = { ...store, args: ["rev-parse", "--show-object-format"] };
  const result = await runGit(call);
  const format = result.stdout.toString("utf8").trim();
  if (result.code === 0 && format === user.format) return store;
  throw new AppError({
    kind: "environment",
    code: "share_damaged",
    message:
      result.code === 0
        ? `${path} names objects by ${format}, the repository by ${user.format}`
        : `${path} is no repository any more: ${gitFailure(call, result).message}`,
    hint: "remove that folder: it holds copies alone, and the next fetch makes it again",
  });
}

/** Made aside and then named: a kill leaves a folder in the home's `tmp`, which is swept later. */
async function make(home: string, path: string, { env, format }: { env: Env; format: string }): Promise<void> {
  const scratch = join(home, "tmp");
  ensureDir(home);
  ensureDir(scratch);
  const temp = tempPath(scratch);
  try {
    const args = [
      "init",
      "--quiet",
      "--bare",
      "--template=",
      "--initial-branch=main",
      `--object-format=${format}`,
      temp,
    ];
    await readGit({ place: { cwd: scratch, gitDir: null, workTree: null }, env, args });
    renameSync(temp, path);
  } catch (error) {
    // Somebody else was first.
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) throw error;
  } finally {
    discard(temp);
  }
}
