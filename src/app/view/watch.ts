import { join } from "node:path";
import { viewedFolders } from "../../adapters/home/check-readable.ts";
import { findHome } from "../../adapters/home/find-home.ts";
import { watchFolders } from "../../adapters/revision/watch-folders.ts";
import type { Context } from "../../context.ts";
import type { ReadRevision } from "./revision.ts";

/** How long nobody looks where no folder reports a change; longer where a look takes long. */
const pollMs = 1_500;
const restFactor = 20;

/**
 * Yields the revision as it is, and then each new one, until the signal aborts. Changes in the folders that most of them show
 * in are heard at once, others are found by looking from time to time.
 */
export async function* watchRevision(
  context: Context,
  read: ReadRevision,
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  const folders = watchFolders();
  const stop = (): void => folders.close();
  signal.addEventListener("abort", stop, { once: true });
  try {
    let last: string | null = null;
    while (!signal.aborted) {
      const begun = context.now().getTime();
      const revision = await read(context);
      const rest = Math.max(pollMs, (context.now().getTime() - begun) * restFactor);
      if (signal.aborted) return;
      if (revision !== last) {
        last = revision;
        yield revision;
      }
      await folders.wait(foldersOf(context), rest);
    }
  } finally {
    signal.removeEventListener("abort", stop);
    folders.close();
  }
}

function foldersOf({ cwd, env }: Context): readonly string[] {
  const { home, gitDir, commonDir } = findHome(cwd, env);
  const git = [...(gitDir === null ? [] : [gitDir]), ...(commonDir === null ? [] : [join(commonDir, "refs", "heads")])];
  return [cwd, ...git, ...viewedFolders.map((name) => join(home, name))];
}
