import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readSync, writeSync } from "node:fs";
import { join, relative } from "node:path";
import { findHome } from "../adapters/home/find-home.ts";
import { readHead } from "./read-head.ts";

/** One line of `hook-events.jsonl`: what a client said about its own session. */
export interface HookEvent {
  readonly event: "session_start" | "session_end";
  readonly client: string;
  readonly session_id: string;
  /** startup, resume, clear, compact, fork; or the reason of an end. */
  readonly source: string | null;
  /** Relative to the folder that holds the repository's files where that is known, else absolute. */
  readonly cwd: string;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly at: string;
}

/** Event names of the clients, lower-cased without separators. */
const events: Readonly<Record<string, HookEvent["event"]>> = {
  sessionstart: "session_start",
  sessionend: "session_end",
};

/**
 * Keeps what a client's hook says of a session's beginning or end. Other events leave no trace.
 * Returns false when there was nothing to keep.
 */
export function recordEvent(options: {
  readonly client: string;
  readonly eventName: string;
  readonly payload: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: Date;
}): boolean {
  const event = events[options.eventName.toLowerCase().replace(/[^a-z]/g, "")];
  const payload = parse(options.payload);
  const sessionId = text(payload["session_id"] ?? payload["sessionId"]);
  if (event === undefined || sessionId === null) return false;
  const cwd = text(payload["cwd"]) ?? options.cwd;
  const found = findHome(cwd, options.env);
  const line: HookEvent = {
    event,
    client: options.client,
    session_id: sessionId.slice(0, 200),
    source: text(payload["source"] ?? payload["reason"])?.slice(0, 40) ?? null,
    cwd: relative(options.cwd, cwd),
    ...readHead(found),
    at: options.now.toISOString(),
  };
  mkdirSync(found.home, { recursive: true, mode: 0o700 });
  appendLine(join(found.home, "hook-events.jsonl"), JSON.stringify(line));
  return true;
}

/**
 * One write, then fsync. A crash before the fsync loses this line and no other;
 * a fragment that a crash left is closed with a line feed first, so that it never fuses with ours.
 */
function appendLine(path: string, line: string): void {
  const file = openSync(path, "a+", 0o600);
  try {
    const { size } = fstatSync(file);
    const last = Buffer.alloc(1);
    const torn = size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
    writeSync(file, `${torn ? "\n" : ""}${line}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function parse(payload: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(payload);
    return value !== null && typeof value === "object" ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
