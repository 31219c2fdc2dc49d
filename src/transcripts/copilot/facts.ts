import type { SessionFact } from "../../domain/session/session-event.ts";
import { fieldsOf, textOf, type Fields } from "../fields.ts";

/** `workspace.yaml`: one `key: value` a line, values plain or quoted. Null where none of the wanted keys is there. */
export function workspaceFact(text: string): SessionFact | null {
  const values = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const match = /^([a-z_]+): *(\S.*?) *$/.exec(line);
    if (match !== null) values.set(match[1] ?? "", plain(match[2] ?? ""));
  }
  const id = values.get("id");
  const cwd = values.get("cwd");
  const branch = values.get("branch");
  if (id === undefined && cwd === undefined && branch === undefined) return null;
  return {
    kind: "session",
    ...(id === undefined ? {} : { id }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(branch === undefined ? {} : { branch }),
  };
}

function plain(value: string): string {
  if (/^'.*'$/.test(value)) return value.slice(1, -1).replaceAll("''", "'");
  if (!/^".*"$/.test(value)) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    return value.slice(1, -1);
  }
}

/** What `session.start`, `session.resume` and `session.context_changed` tell. */
export function sessionFact(type: string, data: Fields, at: string | null): SessionFact {
  const context = fieldsOf(data["context"]) ?? data;
  const id = type === "session.start" ? textOf(data["sessionId"]) : null;
  const version = textOf(data["copilotVersion"]);
  const cwd = textOf(context["cwd"]);
  const branch = textOf(context["branch"]);
  return {
    kind: "session",
    at,
    ...(id === null ? {} : { id }),
    ...(version === null ? {} : { version }),
    ...(cwd === null ? {} : { cwd }),
    ...(branch === null ? {} : { branch }),
  };
}
