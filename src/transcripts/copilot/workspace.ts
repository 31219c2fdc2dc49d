import type { SessionFact } from "../../domain/session/session-event.ts";

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
