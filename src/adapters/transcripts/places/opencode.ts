import { readdirSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { ClientPlaces, SessionFile } from "../client-places.ts";
import { listOpencodeSessions } from "../opencode-database.ts";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Sessions of every database, then those that only the older storage has. Paths are `DATABASE#SESSION_ID` and
 * `STORAGE#SESSION_ID`: both are read by `readOpencodeSession`. Sub-agents' sessions come with the one that called them.
 */
export const opencodePlaces: ClientPlaces = {
  client: "opencode",
  list: (env) => {
    const data = dataFolder(env);
    const sources = [...databases(env, data), ...(data === null ? [] : [join(data, "storage")])];
    const found = new Map<string, SessionFile>();
    for (const source of sources) {
      for (const file of sessionsOf(source))
        if (!found.has(file.sessionId ?? "")) found.set(file.sessionId ?? "", file);
    }
    return [...found.values()].sort((a, b) => b.mtimeMs - a.mtimeMs);
  },
};

/** The same folder on every system. */
function dataFolder(env: Env): string | null {
  const data = env["XDG_DATA_HOME"];
  if (data !== undefined && isAbsolute(data)) return join(data, "opencode");
  const home = env["HOME"] ?? env["USERPROFILE"];
  return home === undefined || home === "" ? null : join(home, ".local", "share", "opencode");
}

/** The database that is asked for, else those of all release channels: opencode.db, opencode-CHANNEL.db. */
function databases(env: Env, data: string | null): string[] {
  const asked = env["OPENCODE_DB"];
  if (asked === ":memory:") return [];
  if (asked !== undefined && asked !== "")
    return isAbsolute(asked) ? [asked] : data === null ? [] : [join(data, asked)];
  if (data === null) return [];
  try {
    const names = readdirSync(data).filter((name) => /^opencode(?:-[\w.-]+)?\.db$/.test(name));
    return names.map((name) => join(data, name)).sort((a, b) => changedAt(b) - changedAt(a));
  } catch {
    return [];
  }
}

function changedAt(path: string): number {
  const times = [path, `${path}-wal`].map((one) => statSync(one, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return Math.max(...times);
}

function sessionsOf(source: string): SessionFile[] {
  try {
    return listOpencodeSessions(source)
      .filter((session) => session.parentId === null)
      .map((session) => ({
        client: "opencode",
        path: `${source}#${session.id}`,
        sessionId: session.id,
        mtimeMs: session.updatedMs,
      }));
  } catch {
    return [];
  }
}
