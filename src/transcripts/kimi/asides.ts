import { createHash } from "node:crypto";
import type { SessionFact, TodosEvent } from "../../domain/session/session-event.ts";
import { parsedFields, fieldsOf, timeOf, listOf, textOf } from "../fields.ts";
import { todoItems } from "../todo-texts.ts";

/**
 * What files beside a Kimi transcript tell. Indexes that list many sessions carry after `#` which one is meant:
 * `kimi.json#FOLDER` (the folder's name holds the MD5 of the work directory) and `session_index.jsonl#SESSION_ID`.
 */
export function kimiAside(name: string, text: string): readonly (SessionFact | TodosEvent)[] {
  const [file, key] = name.split("#", 2);
  if (file === "state.json") return state(text);
  const cwd =
    file === "kimi.json" ? workDir(text, key ?? "") : file === "session_index.jsonl" ? indexed(text, key ?? "") : null;
  return cwd === null ? [] : [{ kind: "session", cwd }];
}

function state(text: string): readonly (SessionFact | TodosEvent)[] {
  const fields = parsedFields(text);
  if (fields === null) return [];
  const id = textOf(fields["id"]);
  const cwd = textOf(fields["workDir"]) ?? textOf(fields["cwd"]);
  const forked = textOf(fields["forkedFrom"]) ?? textOf(fieldsOf(fields["forkedFrom"])?.["sessionId"]);
  const events: (SessionFact | TodosEvent)[] = [];
  if (id !== null || cwd !== null || forked !== null) {
    events.push({
      kind: "session",
      at: timeOf(fields["createdAt"]),
      ...(id === null ? {} : { id }),
      ...(cwd === null ? {} : { cwd }),
      ...(forked === null ? {} : { parent: { id: forked, as: "fork" as const } }),
    });
  }
  const items = Array.isArray(fields["todos"]) ? todoItems(fields["todos"]) : null;
  if (items !== null && items.length > 0) events.push({ kind: "todos", items, at: null });
  return events;
}

function workDir(text: string, folder: string): string | null {
  for (const entry of listOf(parsedFields(text)?.["work_dirs"])) {
    const path = textOf(fieldsOf(entry)?.["path"]);
    const kaos = textOf(fieldsOf(entry)?.["kaos"]) ?? "local";
    if (path === null) continue;
    const digest = createHash("md5").update(path, "utf8").digest("hex");
    if (folder === (kaos === "local" ? digest : `${kaos}_${digest}`)) return path;
  }
  return null;
}

function indexed(text: string, session: string): string | null {
  let found: string | null = null;
  for (const line of text.split("\n")) {
    if (!line.includes(session)) continue;
    const fields = parsedFields(line);
    if (fields?.["sessionId"] === session) found = textOf(fields["workDir"]) ?? found;
  }
  return found;
}
