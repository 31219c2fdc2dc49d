import { withShownUrls } from "../../domain/share/shown-url.ts";
import { ownRemote } from "./remote-env.ts";
import { remoteFailure } from "./remote-failure.ts";
import { askRemote, type RemoteSession } from "./remote-session.ts";

export interface RefUpdate {
  readonly ref: string;
  /** null: the ref goes. */
  readonly commit: string | null;
  /** Commit that must still lie there; null: nothing must. */
  readonly expected: string | null;
}

export type UpdateResult =
  | { readonly kind: "done" }
  /** Something else lies there than was expected. */
  | { readonly kind: "moved" }
  | { readonly kind: "refused"; readonly reason: string };

/** Compare and swap on each ref, in one push. Nothing but these refs is touched, whatever the user's settings say. */
export async function pushRefs(
  session: RemoteSession,
  updates: readonly RefUpdate[],
): Promise<ReadonlyMap<string, UpdateResult>> {
  if (updates.length === 0) return new Map();
  const args = [
    "-c",
    "push.default=nothing",
    "push",
    "--porcelain",
    "--no-verify",
    "--no-follow-tags",
    "--no-signed",
    "--recurse-submodules=no",
    ...updates.map(({ ref, expected }) => `--force-with-lease=${ref}:${expected ?? ""}`),
    ownRemote,
    ...updates.map(({ ref, commit }) => `${commit ?? ""}:${ref}`),
  ];
  const result = await askRemote(session, args);
  const told = new Map<string, UpdateResult>();
  for (const line of result.stdout.toString("utf8").split("\n")) {
    const [flag = "", pair = "", summary = ""] = line.split("\t");
    if (flag.length !== 1 || pair === "") continue;
    told.set(
      pair.slice(pair.indexOf(":") + 1),
      flag === "!" ? judge(withShownUrls(summary, session.rawUrl)) : { kind: "done" },
    );
  }
  if (updates.some(({ ref }) => !told.has(ref))) {
    throw remoteFailure({ remote: session.name, url: session.url, stderr: result.stderr });
  }
  return told;
}

/** A remote that lost a race between its own check and its lock says so in words of its own. */
function judge(summary: string): UpdateResult {
  if (/stale info|cannot lock ref|failed to update ref|incorrect old value|reference already exists/i.test(summary)) {
    return { kind: "moved" };
  }
  return { kind: "refused", reason: /\((.*)\)$/.exec(summary)?.[1] ?? summary };
}
