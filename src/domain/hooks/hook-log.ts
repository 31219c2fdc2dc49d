import type { ProcessIdentity } from "../home.ts";

/** One line of `hook-events.jsonl` as far as it can be read. */
export interface LoggedEvent {
  readonly event: "session_start" | "session_end";
  readonly client: string | null;
  readonly sessionId: string;
  readonly transcript: string | null;
  readonly worktree: string | null;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly holder: ProcessIdentity | null;
  /** UTC ISO 8601. */
  readonly at: string;
}

/** Lines that are none of ours, or were cut, are passed over. */
export function readHookEvents(lines: readonly { readonly text: string }[]): readonly LoggedEvent[] {
  return lines.flatMap(({ text }) => {
    const line = parse(text);
    const { event } = line;
    const sessionId = string(line["session_id"]);
    const at = string(line["at"]);
    if ((event !== "session_start" && event !== "session_end") || sessionId === null || at === null) return [];
    return [
      {
        event,
        client: string(line["client"]),
        sessionId,
        transcript: string(line["transcript"]),
        worktree: string(line["worktree"]),
        branch: string(line["branch"]),
        commit: string(line["commit"]),
        holder: identity(line["holder"]),
        at,
      },
    ];
  });
}

function identity(value: unknown): ProcessIdentity | null {
  const holder = value !== null && typeof value === "object" ? (value as Readonly<Record<string, unknown>>) : {};
  const { pid } = holder;
  const host = string(holder["host"]);
  if (typeof pid !== "number" || host === null) return null;
  return {
    pid,
    host,
    startTime: string(holder["startTime"]),
    bootId: string(holder["bootId"]),
    command: string(holder["command"]) ?? "",
  };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

function string(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
