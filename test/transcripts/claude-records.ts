import type { SessionEvent } from "../../src/domain/session/session-event.ts";
import { claudeFormat } from "../../src/transcripts/claude/format.ts";
import { eventsOf } from "./read-lines.ts";

type Fields = Readonly<Record<string, unknown>>;

const base = { userType: "external", cwd: "/work/app", sessionId: "s-1", version: "2.1.20", gitBranch: "main" };
let count = 0;

/** A time that grows by a second with every record. */
function nextTime(): string {
  return new Date(Date.UTC(2026, 0, 2, 3, 0, count)).toISOString();
}

/** Keys in the order in which the client writes them. */
function chained(type: string, message: Fields, more: Fields): Fields {
  count++;
  const { parentUuid = `p${count}`, isSidechain = false, uuid = `u${count}`, ...rest } = more;
  return { parentUuid, isSidechain, ...base, type, message, uuid, timestamp: nextTime(), ...rest };
}

export function prompt(text: unknown, more: Fields = {}): Fields {
  return chained("user", { role: "user", content: text }, more);
}

export function assistant(blocks: readonly Fields[], more: Fields = {}, message: Fields = {}): Fields {
  return chained(
    "assistant",
    { model: "claude-x", id: `m${count}`, role: "assistant", content: blocks, ...message },
    more,
  );
}

export function call(id: string, name: string, input: unknown, more: Fields = {}): Fields {
  return assistant([{ type: "tool_use", id, name, input }], more);
}

export function result(id: string, content: unknown, more: Fields = {}): Fields {
  const { is_error, ...rest } = more;
  const block = { tool_use_id: id, type: "tool_result", content, ...(is_error === undefined ? {} : { is_error }) };
  return chained("user", { role: "user", content: [block] }, rest);
}

export function failure(id: string, text: string, more: Fields = {}): Fields {
  return result(id, text, { is_error: true, toolUseResult: `Error: ${text}`, ...more });
}

export function bash(id: string, command: string, more: Fields = {}): Fields {
  return call(id, "Bash", { command, description: "run it" }, more);
}

export function printed(stdout: string, more: Fields = {}): Fields {
  return { toolUseResult: { stdout, stderr: "", interrupted: false, isImage: false, ...more } };
}

export function system(subtype: string, more: Fields = {}): Fields {
  count++;
  return {
    parentUuid: null,
    isSidechain: false,
    ...base,
    type: "system",
    subtype,
    uuid: `u${count}`,
    timestamp: nextTime(),
    ...more,
  };
}

export function queue(operation: string, content?: string): Fields {
  count++;
  const record = { type: "queue-operation", operation, timestamp: nextTime(), sessionId: "s-1" };
  return content === undefined ? record : { ...record, content };
}

export function queued(text: unknown, more: Fields = {}): Fields {
  count++;
  const attachment = { type: "queued_command", prompt: text, commandMode: "prompt", ...more };
  return {
    parentUuid: "p",
    isSidechain: false,
    attachment,
    type: "attachment",
    uuid: `u${count}`,
    timestamp: nextTime(),
    ...base,
  };
}

/** Events of the given kinds, without their times. */
export function tell(records: readonly unknown[], ...kinds: SessionEvent["kind"][]): readonly unknown[] {
  return eventsOf(claudeFormat, records)
    .filter((event) => kinds.length === 0 || kinds.includes(event.kind))
    .map((event) => Object.fromEntries(Object.entries(event).filter(([key]) => key !== "at")));
}
