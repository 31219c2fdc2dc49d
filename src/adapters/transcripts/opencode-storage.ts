import { wordOf } from "../../transcripts/fields.ts";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type OpencodeSession, sessionNotFound } from "./opencode-rows.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Sessions of the folder that OpenCode before 1.2 kept: one file each for session, message, part, todo list. */
export function listStoredSessions(storage: string): OpencodeSession[] {
  return storedSessions(storage).map(({ record }) => sessionOf(record));
}

/** The same records as those of a database. Files that cannot be read as JSON are told of as records without a type. */
export function* readStoredSession(storage: string, sessionId: string): Iterable<unknown> {
  const all = storedSessions(storage).map(({ record }) => record);
  const sessions = all.filter((one) => one["id"] === sessionId);
  for (const session of sessions) sessions.push(...all.filter((one) => one["parentID"] === session["id"]));
  if (sessions.length === 0) throw sessionNotFound(storage, sessionId);
  yield* sessions;
  const messages = sessions.flatMap(({ id }) => readFolder(join(storage, "message", String(id))));
  for (const info of messages.sort(byTime)) {
    const parts = readFolder(join(storage, "part", wordOf(info["id"])));
    // Some files leave out what their place says.
    yield { info, parts: parts.map((part) => ({ messageID: info["id"], sessionID: info["sessionID"], ...part })) };
  }
  const todos = readJson(join(storage, "todo", `${sessionId}.json`));
  if (Array.isArray(todos)) yield { sessionID: sessionId, todos };
}

function storedSessions(storage: string): { record: Fields }[] {
  const projects = namesIn(join(storage, "session"));
  return projects.flatMap((project) =>
    readFolder(join(storage, "session", project)).flatMap((record) =>
      typeof record["id"] === "string" ? [{ record }] : [],
    ),
  );
}

function sessionOf(record: Fields): OpencodeSession {
  const updated = fieldsOf(record["time"])["updated"];
  const parent = record["parentID"];
  return {
    id: wordOf(record["id"]),
    parentId: typeof parent === "string" ? parent : null,
    directory: typeof record["directory"] === "string" ? record["directory"] : null,
    updatedMs: typeof updated === "number" ? updated : 0,
  };
}

/** JSON objects of a folder, by name: ids ascend with time. */
function readFolder(folder: string): Fields[] {
  return namesIn(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => fieldsOf(readJson(join(folder, name))));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function byTime(a: Fields, b: Fields): number {
  return createdOf(a) - createdOf(b) || (wordOf(a["id"]) < wordOf(b["id"]) ? -1 : 1);
}

function createdOf(record: Fields): number {
  const created = fieldsOf(record["time"])["created"];
  return typeof created === "number" ? created : 0;
}
