import { basename, dirname, join } from "node:path";
import type { ClientPlaces } from "../client-places.ts";
import { below, clientFolder, existing, namesIn, sessionsAt } from "./folder-files.ts";

const transcripts = "agent-transcripts";

/** Sessions of Cursor's command line: `~/.cursor/projects/CWD/agent-transcripts/ID/ID.jsonl`, or `ID.jsonl` alone. */
export const cursorPlaces: ClientPlaces = {
  client: "cursor",
  list: (env) => {
    const home = clientFolder(env, null, ".cursor");
    if (home === null) return [];
    const folders = below([join(home, "projects")]).map((project) => join(project, transcripts));
    const paths = below(folders).map((path) =>
      path.endsWith(".jsonl") ? path : join(path, `${basename(path)}.jsonl`),
    );
    return sessionsAt(
      "cursor",
      paths.map((path) => ({ path, sessionId: basename(path, ".jsonl") })),
    );
  },
  // Written when the user trusts the folder; the only place beside a transcript that names it.
  asides: (path) => {
    const folder = basename(dirname(path)) === transcripts ? dirname(path) : dirname(dirname(path));
    return existing([{ name: ".workspace-trusted", path: join(folder, "..", ".workspace-trusted") }]);
  },
  agents: (path) => {
    const folder = join(dirname(path), "subagents");
    return existing(
      namesIn(folder)
        .filter((name) => name.endsWith(".jsonl"))
        .sort()
        .map((name) => ({ agent: basename(name, ".jsonl"), path: join(folder, name) })),
    );
  },
};
