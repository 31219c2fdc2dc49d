import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { ClientPlaces, SessionFile } from "../client-places.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** `.gemini/tmp/PROJECT/chats`: PROJECT is a name of `projects.json`, and was the sha256 of the folder before. */
export const geminiPlaces: ClientPlaces = {
  client: "gemini",
  list: (env) => {
    const root = geminiFolder(env);
    return root === null ? [] : listChats(join(root, "tmp"), "gemini");
  },
  asides: (path) => {
    const project = dirname(chatsFolderOf(path));
    return [
      { name: ".project_root", path: join(project, ".project_root") },
      { name: "projects.json", path: join(dirname(dirname(project)), "projects.json") },
    ].filter((aside) => existsSync(aside.path));
  },
  agents: (path) => listAgents(path),
};

function geminiFolder(env: Env): string | null {
  const home = env["GEMINI_CLI_HOME"] || env["HOME"] || env["USERPROFILE"];
  return home === undefined || home === "" ? null : join(home, ".gemini");
}

/** Sessions below `TMP/PROJECT/chats`, newest first. */
export function listChats(tmp: string, client: SessionFile["client"]): SessionFile[] {
  const files = namesIn(tmp).flatMap((project) => {
    const chats = join(tmp, project, "chats");
    return sessionNames(chats).flatMap((name): SessionFile[] => {
      const path = join(chats, name);
      const mtimeMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
      // The name ends with the first eight characters of the id: not enough to know it.
      return mtimeMs === undefined ? [] : [{ client, path, sessionId: null, mtimeMs }];
    });
  });
  return files.sort((a, b) => b.mtimeMs - a.mtimeMs);
}

/** A resumed `.json` is copied into a `.jsonl` of the same name, which goes on: the old one is left out. */
function sessionNames(chats: string): string[] {
  const names = namesIn(chats).filter((name) => /^session-.*\.jsonl?$/.test(name));
  const all = new Set(names);
  return names.filter((name) => name.endsWith(".jsonl") || !all.has(`${name}l`));
}

/** Sub-agents' files lie in a folder with the whole id of their session, whose file name has its first eight characters. */
function listAgents(path: string): { agent: string; path: string }[] {
  const short = /-([^-]+)\.jsonl?$/.exec(basename(path))?.[1] ?? "";
  const chats = chatsFolderOf(path);
  if (short.length < 8 || chats !== dirname(path)) return [];
  return namesIn(chats)
    .filter((name) => name.startsWith(short) && !/\.jsonl?$/.test(name))
    .flatMap((folder) =>
      namesIn(join(chats, folder))
        .filter((name) => name.endsWith(".jsonl"))
        .map((name) => ({ agent: name.slice(0, -".jsonl".length), path: join(chats, folder, name) })),
    );
}

/** A sub-agent's file lies one folder deeper. */
function chatsFolderOf(path: string): string {
  const folder = dirname(path);
  return basename(folder) === "chats" ? folder : dirname(folder);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
