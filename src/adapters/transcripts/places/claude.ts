import { basename, dirname, join } from "node:path";
import type { ClientPlaces, SessionFile } from "../client-places.ts";
import { beginningOf, entriesOf, filesBelow, type FoundEntry } from "./session-folders.ts";

const extension = ".jsonl";

/**
 * Claude Code: `projects/<folder made from the path>/<session>.jsonl` below each of its configuration folders. The
 * folder's name is no help: it does not lead back to one path.
 */
export const claudePlaces: ClientPlaces = {
  client: "claude",
  list: (env) => {
    const found = configFolders(env).flatMap((folder) =>
      entriesOf(join(folder, "projects")).flatMap((project) => (project.folder ? sessionsIn(project.path) : [])),
    );
    return found.sort((one, other) => other.mtimeMs - one.mtimeMs);
  },
  agents: (path) => {
    const session = basename(path, extension);
    const own = filesBelow(join(dirname(path), session, "subagents"), 3).filter(isAgentFile);
    // Before 2.1 they lie beside the session and name it in every record.
    const beside = entriesOf(dirname(path)).filter(
      (entry) => !entry.folder && isAgentFile(entry) && namesSession(entry.path, session),
    );
    return [...own, ...beside].map((entry) => ({
      agent: basename(entry.name, extension).slice("agent-".length),
      path: entry.path,
    }));
  },
};

function configFolders(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const named = (env["CLAUDE_CONFIG_DIR"] ?? "").split(",").map((folder) => folder.trim());
  const chosen = named.filter((folder) => folder !== "");
  if (chosen.length > 0) return [...new Set(chosen)];
  const home = env["HOME"] ?? env["USERPROFILE"] ?? "";
  return home === "" ? [] : [join(home, ".claude"), join(home, ".config", "claude")];
}

function sessionsIn(folder: string): readonly SessionFile[] {
  return entriesOf(folder)
    .filter((entry) => !entry.folder && entry.name.endsWith(extension) && !isAgentFile(entry))
    .map(({ name, path, mtimeMs }) => ({ client: "claude", path, sessionId: basename(name, extension), mtimeMs }));
}

function isAgentFile({ name }: FoundEntry): boolean {
  return name.startsWith("agent-") && name.endsWith(extension);
}

function namesSession(path: string, session: string): boolean {
  return beginningOf(path, 8192).includes(`"sessionId":"${session}"`);
}
