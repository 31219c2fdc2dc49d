import { basename, join } from "node:path";
import type { ClientPlaces } from "../client-places.ts";
import { below, clientFolder, existing, sessionsAt } from "./folder-files.ts";

/** Sessions of Factory Droid: `~/.factory/sessions/CWD/ID.jsonl`, in old versions without the folder between. */
export const droidPlaces: ClientPlaces = {
  client: "droid",
  list: (env) => {
    const home = clientFolder(env, null, ".factory");
    if (home === null) return [];
    const sessions = [join(home, "sessions")];
    const paths = [...below(sessions), ...below(below(sessions))].filter((path) => path.endsWith(".jsonl"));
    return sessionsAt(
      "droid",
      paths.map((path) => ({ path, sessionId: basename(path, ".jsonl") })),
    );
  },
  asides: (path) => existing([{ name: "settings.json", path: path.replace(/\.jsonl$/, ".settings.json") }]),
};
