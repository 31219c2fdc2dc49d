import { basename, dirname, join } from "node:path";
import type { ClientPlaces } from "../client-places.ts";
import { below, clientFolder, existing, fileAt, namesIn, sessionsAt, type Environment } from "./folder-files.ts";

/**
 * Sessions of both generations. Kimi CLI: `sessions/MD5/ID/wire.jsonl`, or `context.jsonl` where the wire is missing
 * or empty, or, oldest, `sessions/MD5/ID.jsonl`. Kimi Code: `sessions/wd_NAME_HASH/ID/agents/main/wire.jsonl`.
 */
export const kimiPlaces: ClientPlaces = {
  client: "kimi",
  list: (env) => sessionsAt("kimi", [...legacySessions(env), ...codeSessions(env)]),
  asides: (path) => {
    const code = /^(?:main|agent-.*)$/.test(basename(dirname(path))) && basename(dirname(dirname(path))) === "agents";
    if (code) {
      const session = dirname(dirname(dirname(path)));
      return existing([
        {
          name: `session_index.jsonl#${basename(session)}`,
          path: join(session, "..", "..", "..", "session_index.jsonl"),
        },
        { name: "state.json", path: join(session, "state.json") },
      ]);
    }
    const single = basename(path) !== "wire.jsonl" && basename(path) !== "context.jsonl";
    const folder = single ? dirname(path) : dirname(dirname(path));
    return existing([
      { name: `kimi.json#${basename(folder)}`, path: join(folder, "..", "..", "kimi.json") },
      ...(single ? [] : [{ name: "state.json", path: join(dirname(path), "state.json") }]),
    ]);
  },
  agents: (path) => {
    const agents = basename(dirname(path)) === "main" ? dirname(dirname(path)) : null;
    if (agents !== null && basename(agents) === "agents") {
      const others = namesIn(agents).filter((name) => name !== "main");
      return existing(others.sort().map((agent) => ({ agent, path: join(agents, agent, "wire.jsonl") })));
    }
    const folder = join(dirname(path), "subagents");
    return namesIn(folder)
      .toSorted()
      .flatMap((agent) => {
        const transcript = fullest(join(folder, agent));
        return transcript === null ? [] : [{ agent, path: transcript }];
      });
  },
};

interface Found {
  readonly path: string;
  readonly sessionId: string;
}

function legacySessions(env: Environment): readonly Found[] {
  const share = clientFolder(env, "KIMI_SHARE_DIR", ".kimi");
  if (share === null) return [];
  return below(below([join(share, "sessions")])).flatMap((path) => {
    if (path.endsWith(".jsonl")) return [{ path, sessionId: basename(path, ".jsonl") }];
    const transcript = fullest(path);
    return transcript === null ? [] : [{ path: transcript, sessionId: basename(path) }];
  });
}

function codeSessions(env: Environment): readonly Found[] {
  const home = clientFolder(env, "KIMI_CODE_HOME", ".kimi-code");
  if (home === null) return [];
  return below(below([join(home, "sessions")])).map((session) => ({
    path: join(session, "agents", "main", "wire.jsonl"),
    sessionId: basename(session),
  }));
}

/** A wire with nothing but its first line (about 50 bytes) belongs to a session that began before wires were kept. */
function fullest(folder: string): string | null {
  const [wire, context] = [join(folder, "wire.jsonl"), join(folder, "context.jsonl")];
  const [wireFile, contextFile] = [fileAt(wire), fileAt(context)];
  if (wireFile !== null && (wireFile.size > 120 || contextFile === null)) return wire;
  return contextFile === null ? null : context;
}
