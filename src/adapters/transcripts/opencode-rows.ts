import { AppError } from "../../domain/errors.ts";
import type { Row } from "../sqlite/read-database.ts";

/** A session as a list shows it. */
export interface OpencodeSession {
  readonly id: string;
  /** Session whose sub-agent it is. */
  readonly parentId: string | null;
  readonly directory: string | null;
  readonly updatedMs: number;
}

export function textIn(row: Row, column: string): string {
  const value = row[column];
  return typeof value === "string" ? value : "";
}

export function sessionOf(row: Row): OpencodeSession | null {
  const id = textIn(row, "id");
  const updated = row["time_updated"];
  if (id === "") return null;
  return {
    id,
    parentId: textIn(row, "parent_id") || null,
    directory: textIn(row, "directory") || null,
    updatedMs: typeof updated === "number" ? updated : 0,
  };
}

/** The session as exports and storage files have it. */
export function sessionRecordOf(row: Row): unknown {
  return {
    id: row["id"],
    projectID: row["project_id"],
    directory: row["directory"],
    version: row["version"],
    ...(typeof row["parent_id"] === "string" ? { parentID: row["parent_id"] } : {}),
    ...(typeof row["revert"] === "string" ? { revert: parsed(row["revert"]) } : {}),
    time: { created: row["time_created"], updated: row["time_updated"] },
  };
}

/** Ids are columns of their own; all else is the JSON of `data`. */
export function infoOf(row: Row): unknown {
  return { ...dataOf(row), id: row["id"], sessionID: row["session_id"] };
}

export function partOf(row: Row): { readonly id: string } {
  const of = { messageID: row["message_id"], sessionID: row["session_id"] };
  return { ...dataOf(row), ...of, id: textIn(row, "id") };
}

export function todoRecordOf(sessionId: string, rows: readonly Row[]): unknown {
  const position = (row: Row): number => (typeof row["position"] === "number" ? row["position"] : 0);
  const updated = rows.map((row) => (typeof row["time_updated"] === "number" ? row["time_updated"] : 0));
  const todos = [...rows]
    .sort((a, b) => position(a) - position(b))
    .map(({ content, status, priority }) => ({ content, status, priority }));
  return { sessionID: sessionId, todos, time: { updated: Math.max(...updated) } };
}

function dataOf(row: Row): Readonly<Record<string, unknown>> {
  const value = parsed(textIn(row, "data"));
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function sessionNotFound(path: string, sessionId: string): AppError {
  return new AppError({
    kind: "input",
    code: "session_not_found",
    message: `no session ${sessionId} in ${path}`,
    hint: "see the sessions that there are with: opencode session list",
  });
}
