import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { appendLine } from "../adapters/durable/append-line.ts";
import { ensureDir } from "../adapters/durable/ensure-dir.ts";
import { findHome } from "../adapters/home/find-home.ts";
import { readHead } from "./read-head.ts";

/** One line of `hook-events.jsonl`: what a client said about its own session. */
export interface HookEvent {
  readonly event: "session_start" | "session_end";
  readonly client: string;
  readonly session_id: string;
  /** startup, resume, clear, compact, fork; or the reason of an end. */
  readonly source: string | null;
  /** Relative to the top of the work tree, with "/"; absolute outside git. */
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
  /** Asked only where the payload names no folder. */
  readonly cwd: () => string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: Date;
}): boolean {
  const name = options.eventName.toLowerCase().replace(/[^a-z]/g, "");
  const event = Object.hasOwn(events, name) ? events[name] : undefined;
  const payload = parse(options.payload);
  const sessionId = text(payload["session_id"] ?? payload["sessionId"]);
  if (event === undefined || sessionId === null) return false;
  const named = text(payload["cwd"]);
  const cwd = named === null ? options.cwd() : resolve(named);
  const found = findHome(cwd, options.env);
  // A folder that was deleted is not made again to keep a line in it.
  if (!existsSync(cwd) && found.home === join(cwd, ".passdown")) return false;
  const line: HookEvent = {
    event,
    client: options.client,
    session_id: sessionId.slice(0, 200),
    source: text(payload["source"] ?? payload["reason"])?.slice(0, 40) ?? null,
    cwd: found.gitDir === null ? cwd : relative(topOf(cwd), cwd).replaceAll("\\", "/"),
    ...readHead(found),
    at: options.now.toISOString(),
  };
  ensureDir(found.home);
  appendLine(join(found.home, "hook-events.jsonl"), JSON.stringify(line));
  return true;
}

/** The folder with `.git` in it, by which the home was found. */
function topOf(cwd: string): string {
  let folder = cwd;
  while (!existsSync(join(folder, ".git")) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
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
