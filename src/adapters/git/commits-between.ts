import { AppError } from "../../domain/errors.ts";
import type { Commit, Scene } from "../../domain/scene.ts";
import type { Env } from "./git-env.ts";
import { placeOf } from "./locate-repository.ts";
import { plainCommit, readCommits } from "./read-commits.ts";

export interface CommitSpan {
  /** UTC ISO 8601. */
  readonly from: string;
  readonly to: string;
  /** Where to look; HEAD where there is no such branch (any more). */
  readonly branch: string | null;
}

const most = 500;
const limits = { timeoutMs: 10_000, maxBytes: 4 * 1024 * 1024, atMax: "cut" } as const;

/** Commits made in a span of time, oldest first, the newest 500; none where git does not tell. */
export async function readCommitsBetween(
  scene: Scene,
  env: Env,
  { from, to, branch }: CommitSpan,
): Promise<readonly Commit[]> {
  if (scene.kind === "folder" || scene.head.commit === null) return [];
  const span = [`--since=${from}`, `--until=${to}`];
  const refs = [...(branch === null || !isPlainName(branch) ? [] : [`refs/heads/${branch}`]), scene.head.commit];
  for (const ref of refs) {
    try {
      const query = { place: placeOf(scene), env, range: [...span, ref], limit: most, limits };
      return (await readCommits(query)).map(plainCommit).reverse();
    } catch (error) {
      // The branch is gone, or its name was one that hid a secret.
      if (!(error instanceof AppError)) throw error;
    }
  }
  return [];
}

/** Names come from logs that anybody may have written: none of them is an expression. */
function isPlainName(branch: string): boolean {
  return !/[\s\0~^:?*[\\]|\.\.|@\{/.test(branch);
}
