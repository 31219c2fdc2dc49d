import { dirname, join } from "node:path";
import type { ClientPlaces, SessionFile } from "../client-places.ts";
import { beginningOf, filesBelow, type FoundEntry } from "./session-folders.ts";

/** `rollout-<local time>-<session>.jsonl`; files that rest may be compressed. */
const rollout = /^rollout-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)-([\w-]+)\.jsonl(\.zst)?$/;

/** Year, month and day; archived sessions have no such folders. */
const folderDepth = 3;

/** Codex: `sessions/YYYY/MM/DD/rollout-….jsonl` and `archived_sessions/…` below its home. */
export const codexPlaces: ClientPlaces = {
  client: "codex",
  list: (env) => {
    const home = codexHome(env);
    if (home === null) return [];
    const files = ["sessions", "archived_sessions"].flatMap((name) => rolloutsBelow(join(home, name)));
    return files.map(sessionFile).sort((one, other) => other.mtimeMs - one.mtimeMs);
  },
  agentsAreTold: true,
  agents: (path) => {
    const session = rollout.exec(path.slice(dirname(path).length + 1));
    if (session === null) return [];
    const [, begun = "", id = ""] = session;
    return rolloutsBelow(sessionsFolder(path)).flatMap((entry) => {
      const [, at = "", agent = ""] = rollout.exec(entry.name) ?? [];
      const spawned = agent !== id && at >= begun && !entry.name.endsWith(".zst") && isAgentOf(entry.path, id);
      return spawned ? [{ agent, path: entry.path }] : [];
    });
  },
};

function codexHome(env: Readonly<Record<string, string | undefined>>): string | null {
  const named = env["CODEX_HOME"] ?? "";
  if (named !== "") return named;
  const home = env["HOME"] ?? env["USERPROFILE"] ?? "";
  return home === "" ? null : join(home, ".codex");
}

function rolloutsBelow(folder: string): readonly FoundEntry[] {
  const found = filesBelow(folder, folderDepth).filter(({ name }) => rollout.test(name));
  const plain = new Set(found.map(({ path }) => path));
  return found.filter(({ path }) => !path.endsWith(".zst") || !plain.has(path.slice(0, -".zst".length)));
}

function sessionFile({ name, path, mtimeMs }: FoundEntry): SessionFile {
  return { client: "codex", path, sessionId: rollout.exec(name)?.[2] ?? null, mtimeMs };
}

/** The folder that holds all sessions: three above one that lies in a day, else its own. */
function sessionsFolder(path: string): string {
  const day = /^(.*)[\\/]\d{4}[\\/]\d\d[\\/]\d\d$/.exec(dirname(path));
  return day?.[1] ?? dirname(path);
}

/** A sub-agent's own first record names the session that spawned it, before its long instructions. */
function isAgentOf(path: string, session: string): boolean {
  return beginningOf(path, 4096).includes(`"parent_thread_id":"${session}"`);
}
