import type { TodoItem } from "../../domain/session/session-event.ts";
import { fieldsOf, textOf } from "../fields.ts";
import { todoStatus } from "../todo-texts.ts";

/** The client's todos are rows of a table; the transcript has only the statements that changed them. */
export interface SqlTodos {
  /** The list after these statements; null where one of them is not understood, or none changes the list. */
  readonly apply: (sql: string) => readonly TodoItem[] | null;
  readonly save: () => readonly (readonly [string, Row])[];
}

interface Row {
  readonly title: string;
  readonly status: string;
}

export function createSqlTodos(saved: unknown): SqlTodos {
  let rows = new Map<string, Row>(Array.isArray(saved) ? (saved as unknown[]).flatMap(readRow) : []);
  return {
    apply: (sql) => {
      const next = new Map(rows);
      const done = statements(sql).map((statement) => step(statement, next));
      if (!done.includes("changed") || done.includes("unclear")) return null;
      rows = next;
      return [...rows.values()].flatMap(({ title, status }) => {
        const known = todoStatus(status);
        return known === null ? [] : [{ text: title, status: known }];
      });
    },
    save: () => [...rows],
  };
}

function readRow(value: unknown): [string, Row][] {
  const [id, row] = Array.isArray(value) ? (value as unknown[]) : [];
  const fields = fieldsOf(row);
  const title = textOf(fields?.["title"]);
  return typeof id === "string" && title !== null ? [[id, { title, status: textOf(fields?.["status"]) ?? "" }]] : [];
}

type Done = "changed" | "unclear" | "other";

function step(sql: string, rows: Map<string, Row>): Done {
  const insert = /^insert\s+(?:or\s+(ignore|replace)\s+)?into\s+todos\s*\(([^)]*)\)\s*values\s*([\s\S]*)$/i.exec(sql);
  if (insert !== null) return inserted(insert, rows);
  const update = /^update\s+todos\s+set\s+([\s\S]*?)(?:\s+where\s+([\s\S]*))?$/i.exec(sql);
  if (update !== null) return updated(update, rows);
  const remove = /^delete\s+from\s+todos(?:\s+where\s+([\s\S]*))?$/i.exec(sql);
  if (remove !== null) {
    const ids = chosen(remove[1], rows);
    for (const id of ids ?? []) rows.delete(id);
    return ids === null ? "unclear" : "changed";
  }
  return /^(?:insert|replace|update|delete|drop|alter|with)\b[\s\S]*\btodos\b/i.test(sql) ? "unclear" : "other";
}

function inserted([, conflict, columns, values]: RegExpExecArray, rows: Map<string, Row>): Done {
  const names = (columns ?? "").split(",").map((name) =>
    name
      .trim()
      .replace(/["`[\]]/g, "")
      .toLowerCase(),
  );
  const tuples = literals(values ?? "");
  if (tuples === null) return "unclear";
  for (const tuple of tuples) {
    const field = (name: string): string | null => tuple[names.indexOf(name)] ?? null;
    const id = field("id");
    const title = field("title");
    if (id === null || title === null || tuple.length !== names.length) return "unclear";
    if (conflict?.toLowerCase() !== "ignore" || !rows.has(id))
      rows.set(id, { title, status: field("status") ?? "pending" });
  }
  return "changed";
}

function updated([, set, where]: RegExpExecArray, rows: Map<string, Row>): Done {
  const status = /(?:^|,)\s*status\s*=\s*'((?:[^']|'')*)'/i.exec(set ?? "");
  const title = /(?:^|,)\s*title\s*=\s*'((?:[^']|'')*)'/i.exec(set ?? "");
  if (status === null && title === null) return /\b(?:status|title)\s*=/i.test(set ?? "") ? "unclear" : "other";
  const ids = chosen(where, rows);
  if (ids === null) return "unclear";
  for (const id of ids) {
    const row = rows.get(id);
    if (row === undefined) continue;
    rows.set(id, { title: unquoted(title?.[1]) ?? row.title, status: unquoted(status?.[1]) ?? row.status });
  }
  return "changed";
}

/** Rows of `id = 'a'`, `id IN ('a', 'b')`, `status = 'done'`, or of no condition; null for any other condition. */
function chosen(where: string | undefined, rows: ReadonlyMap<string, Row>): readonly string[] | null {
  if (where === undefined) return [...rows.keys()];
  const one = /^(id|status)\s*=\s*'((?:[^']|'')*)'$/i.exec(where.trim());
  const many = /^id\s+in\s*(\([\s\S]*\))$/i.exec(where.trim());
  const value = unquoted(one?.[2]);
  if (value !== null) {
    return one?.[1]?.toLowerCase() === "id"
      ? [value]
      : [...rows].flatMap(([id, row]) => (row.status === value ? [id] : []));
  }
  const tuples = literals(many?.[1] ?? "");
  return tuples?.length === 1 ? (tuples[0] ?? []).flatMap((id) => (id === null ? [] : [id])) : null;
}

function unquoted(text: string | undefined): string | null {
  return text === undefined ? null : text.replaceAll("''", "'");
}

/** Tuples of literals: `('a', 1, NULL), ('b', …)`; null where something else stands there. */
function literals(sql: string): (string | null)[][] | null {
  const tuples: (string | null)[][] = [];
  const token = /\s*(?:'((?:[^']|'')*)'|(-?\d+(?:\.\d+)?)|(null)|([(),]))/iy;
  let tuple: (string | null)[] | null = null;
  while (token.lastIndex < sql.trimEnd().length) {
    const match = token.exec(sql);
    if (match === null) return null;
    const sign = match[4];
    if (sign === "(") tuple = [];
    else if (sign === ")") {
      if (tuple === null) return null;
      tuples.push(tuple);
      tuple = null;
    } else if (sign === undefined) {
      if (tuple === null) return null;
      tuple.push(unquoted(match[1]) ?? match[2] ?? null);
    }
  }
  return tuple === null && tuples.length > 0 ? tuples : null;
}

/** Statements, split at semicolons outside of quotes; comments removed. */
function statements(sql: string): readonly string[] {
  const parts = sql.match(/'(?:[^']|'')*'|--[^\n]*|;|[^';-]+|[-']/g) ?? [];
  const list = [""];
  for (const part of parts) {
    if (part === ";") list.push("");
    else if (!part.startsWith("--")) list[list.length - 1] += part;
  }
  return list.map((statement) => statement.trim()).filter((statement) => statement !== "");
}
