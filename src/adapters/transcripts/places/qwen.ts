import { readdirSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { ClientPlaces, SessionFile } from "../client-places.ts";
import { listChats } from "./gemini.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** `.qwen/projects/PROJECT/chats/ID.jsonl`, and `.qwen/tmp/HASH/chats` of builds before 0.5. */
export const qwenPlaces: ClientPlaces = {
  client: "qwen",
  list: (env) => {
    const root = qwenFolder(env);
    if (root === null) return [];
    return [...listProjects(join(root, "projects")), ...listChats(join(root, "tmp"), "qwen")].sort(
      (a, b) => b.mtimeMs - a.mtimeMs,
    );
  },
};

function qwenFolder(env: Env): string | null {
  const home = env["HOME"] ?? env["USERPROFILE"];
  const asked = env["QWEN_RUNTIME_DIR"];
  // Seen from where the client was started, which is not known here, unless it is absolute.
  if (asked !== undefined && isAbsolute(asked)) return asked;
  if (home === undefined || home === "") return null;
  if (asked === undefined || asked === "") return join(home, ".qwen");
  if (asked === "~" || /^~[/\\]/.test(asked)) return join(home, asked.slice(1));
  return null;
}

function listProjects(projects: string): SessionFile[] {
  return namesIn(projects).flatMap((project) => {
    const chats = join(projects, project, "chats");
    return namesIn(chats).flatMap((name): SessionFile[] => {
      const id = /^([0-9a-f-]{32,36})\.jsonl$/i.exec(name)?.[1];
      const path = join(chats, name);
      const mtimeMs = id === undefined ? undefined : statSync(path, { throwIfNoEntry: false })?.mtimeMs;
      return id === undefined || mtimeMs === undefined ? [] : [{ client: "qwen", path, sessionId: id, mtimeMs }];
    });
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
