import { basename, dirname, join } from "node:path";
import type { ClientPlaces } from "../client-places.ts";
import { clientFolder, existing, namesIn, sessionsAt } from "./folder-files.ts";

/** Sessions of Copilot CLI: `session-state/ID/events.jsonl`; older ones are single files. */
export const copilotPlaces: ClientPlaces = {
  client: "copilot",
  list: (env) => {
    const home = clientFolder(env, "COPILOT_HOME", ".copilot");
    if (home === null) return [];
    const state = join(home, "session-state");
    const history = join(home, "history-session-state");
    return sessionsAt("copilot", [
      ...namesIn(state).map((name) =>
        name.endsWith(".jsonl")
          ? { path: join(state, name), sessionId: name.slice(0, -".jsonl".length) }
          : { path: join(state, name, "events.jsonl"), sessionId: name },
      ),
      ...namesIn(history)
        .filter((name) => name.endsWith(".json"))
        .map((name) => ({ path: join(history, name), sessionId: /^session_([0-9a-f-]{36})/.exec(name)?.[1] ?? null })),
    ]);
  },
  asides: (path) =>
    basename(path) === "events.jsonl"
      ? existing([{ name: "workspace.yaml", path: join(dirname(path), "workspace.yaml") }])
      : [],
};
