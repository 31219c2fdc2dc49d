import { digestOf } from "../../domain/digest.ts";
import type { Env, Place } from "./git-env.ts";
import { type ObjectFormat } from "./locate-repository.ts";
import { parseStatus } from "./parse-status.ts";
import { type DirtyPath, readDirty } from "./read-dirty.ts";
import { runGit } from "./run-git.ts";

const statusArgs = ["status", "--porcelain=v2", "-z", "--branch", "--untracked-files=all", "--ignored=no"];
/** Submodules of submodules of submodules: below that, only git's own flags count. */
const deepest = 3;

/**
 * sha256 over a dirty submodule: its commit, and each path with uncommitted work and the content there. Git itself only
 * says that it is dirty, which stays true while the content changes. null when it cannot be read.
 */
export async function fingerprintSubmodule(
  path: string,
  options: { readonly env: Env; readonly format: ObjectFormat; readonly depth?: number },
): Promise<string | null> {
  const { env, format, depth = 1 } = options;
  const place: Place = { cwd: path, gitDir: null, workTree: null };
  const result = await runGit({ place, env, args: statusArgs });
  if (result.code !== 0) return null;
  const status = parseStatus(result.stdout);
  const dirty = await readDirty({ place, env, format, fileMode: true, filters: false, entries: status.entries });
  const states = await Promise.all(dirty.map((one) => describe(one)));
  return digestOf([status.commit, states]);

  async function describe({ path: raw, mode, content, tracked }: DirtyPath): Promise<readonly (string | null)[]> {
    const flags = tracked?.submodule ?? "N...";
    const nested = flags.startsWith("S") && depth < deepest;
    const inside = nested
      ? await fingerprintSubmodule(`${path}/${Buffer.from(raw, "latin1").toString("utf8")}`, {
          env,
          format,
          depth: depth + 1,
        })
      : null;
    const digest = content.kind === "file" || content.kind === "link" ? content.digest : null;
    return [raw, mode, digest, flags, inside];
  }
}
