import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { ClientPlaces } from "../client-places.ts";
import { below, clientFolder, sessionsAt, type Environment } from "./folder-files.ts";

/** Sessions of pi: `sessions/--CWD--/TIME_ID.jsonl` in its folder, or in the folder of its own for sessions. */
export const piPlaces: ClientPlaces = {
  client: "pi",
  list: (env) => {
    const folders = sessionFolders(env);
    const paths = [...below(folders), ...below(below(folders))];
    return sessionsAt(
      "pi",
      paths.filter((path) => path.endsWith(".jsonl")).map((path) => ({ path, sessionId: sessionId(path) })),
    );
  },
};

function sessionFolders(env: Environment): readonly string[] {
  const agent = clientFolder(env, "PI_CODING_AGENT_DIR", ".pi/agent");
  const own = env["PI_CODING_AGENT_SESSION_DIR"] ? clientFolder(env, "PI_CODING_AGENT_SESSION_DIR", "") : null;
  const set = agent === null ? null : configured(env, agent);
  const folders = [own, set, agent === null ? null : join(agent, "sessions")];
  return [...new Set(folders.filter((folder) => folder !== null))];
}

/** `sessionDir` of the settings. */
function configured(env: Environment, agent: string): string | null {
  try {
    const settings: unknown = JSON.parse(readFileSync(join(agent, "settings.json"), "utf8"));
    const folder = (settings as { sessionDir?: unknown } | null)?.sessionDir;
    return typeof folder === "string"
      ? clientFolder({ HOME: env["HOME"], sessionDir: folder }, "sessionDir", "")
      : null;
  } catch {
    return null;
  }
}

function sessionId(path: string): string | null {
  return /_([^_]+)\.jsonl$/.exec(basename(path))?.[1] ?? null;
}
