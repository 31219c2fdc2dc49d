import type { SessionEvent } from "../../src/domain/session/session-event.ts";
import { codexFormat } from "../../src/transcripts/codex/format.ts";
import { eventsOf } from "./read-lines.ts";

type Fields = Readonly<Record<string, unknown>>;

let count = 0;

export function line(type: string, payload: unknown): Fields {
  count++;
  return { timestamp: new Date(Date.UTC(2026, 3, 5, 6, 0, count)).toISOString(), type, payload };
}

export function item(type: string, more: Fields): Fields {
  return line("response_item", { type, ...more });
}

export function event(type: string, more: Fields = {}): Fields {
  return line("event_msg", { type, ...more });
}

export function done(type: string, more: Fields): Fields {
  return event("item_completed", { thread_id: "s", turn_id: "t", item: { type, ...more } });
}

export function meta(more: Fields = {}): Fields {
  const git = { commit_hash: "abc", branch: "main" };
  return line("session_meta", { id: "s-1", cwd: "/work/app", cli_version: "0.140.0", source: "cli", git, ...more });
}

export function call(id: string, name: string, given: unknown): Fields {
  return item("function_call", { name, arguments: JSON.stringify(given), call_id: id });
}

export function output(id: string, value: unknown): Fields {
  return item("function_call_output", { call_id: id, output: value });
}

export function patchCall(id: string, patch: string): Fields {
  return item("custom_tool_call", { status: "completed", call_id: id, name: "apply_patch", input: patch });
}

export function message(role: string, text: string, more: Fields = {}): Fields {
  return item("message", {
    role,
    content: [{ type: role === "assistant" ? "output_text" : "input_text", text }],
    ...more,
  });
}

export function said(text: string, more: Fields = {}): Fields {
  return event("user_message", { message: text, images: [], ...more });
}

/** What `exec_command` and `write_stdin` answer. */
export function exited(code: number, text = ""): string {
  return `Chunk ID: a1b2c3\nWall time: 1.2500 seconds\nProcess exited with code ${code}\nOriginal token count: 3\nOutput:\n${text}`;
}

export function stillRunning(session: number, text = ""): string {
  return `Chunk ID: a1b2c3\nWall time: 10.0012 seconds\nProcess running with session ID ${session}\nOriginal token count: 3\nOutput:\n${text}`;
}

/** Events of the given kinds, without their times. */
export function tell(records: readonly unknown[], ...kinds: SessionEvent["kind"][]): readonly unknown[] {
  return eventsOf(codexFormat, records)
    .filter((one) => kinds.length === 0 || kinds.includes(one.kind))
    .map((one) => Object.fromEntries(Object.entries(one).filter(([key]) => key !== "at")));
}
