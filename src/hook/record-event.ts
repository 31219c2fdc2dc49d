import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { appendLine } from "../adapters/durable/append-line.ts";
import { ensureDir } from "../adapters/durable/ensure-dir.ts";
import { worktreeName, type FoundHome } from "../adapters/home/find-home.ts";
import type { ProcessIdentity } from "../domain/home.ts";
import { readHead } from "../adapters/home/read-head.ts";

/** One line of `hook-events.jsonl`: what a client said about its own session. */
export interface HookEvent {
  readonly event: "session_start" | "session_end";
  readonly client: string;
  readonly session_id: string;
  /** startup, resume, clear, compact, fork; or the reason of an end. */
  readonly source: string | null;
  /** Absolute path of the session's transcript, where the client names it. */
  readonly transcript: string | null;
  /** Relative to the top of the work tree, with "/"; absolute outside git. */
  readonly cwd: string;
  /** Name of a linked worktree; null in the main one and outside git. */
  readonly worktree: string | null;
  readonly branch: string | null;
  readonly commit: string | null;
  /** Process of the client, of a start. */
  readonly holder?: ProcessIdentity;
  readonly at: string;
}

/** Keeps what a client's hook says of a session's beginning or end. Returns false when there was nothing to keep. */
export function recordEvent(options: {
  readonly event: HookEvent["event"];
  readonly client: string;
  readonly sessionId: string;
  readonly source: string | null;
  readonly transcript: string | null;
  /** Absolute. */
  readonly cwd: string;
  readonly found: FoundHome;
  readonly holder: ProcessIdentity | null;
  readonly now: Date;
}): boolean {
  const { cwd, found } = options;
  // A folder that was deleted is not made again to keep a line in it.
  if (!existsSync(cwd) && found.home === join(cwd, ".passdown")) return false;
  const line: HookEvent = {
    event: options.event,
    client: options.client,
    session_id: options.sessionId.slice(0, 200),
    source: sourceWord(options.source),
    transcript: options.transcript?.slice(0, 4096) ?? null,
    cwd: found.gitDir === null ? cwd : relative(topOf(cwd), cwd).replaceAll("\\", "/"),
    worktree: worktreeName(found),
    ...readHead(found),
    ...(options.holder === null ? {} : { holder: options.holder }),
    at: options.now.toISOString(),
  };
  ensureDir(found.home);
  appendLine(join(found.home, "hook-events.jsonl"), JSON.stringify(line));
  return true;
}

/** One of a client's own words; any other text could be anything. */
function sourceWord(source: string | null): string | null {
  return source !== null && /^[a-z]+(?:[ _-][a-z]+){0,4}$/i.test(source) ? source.slice(0, 40) : null;
}

/** The folder with `.git` in it, by which the home was found. */
function topOf(cwd: string): string {
  let folder = cwd;
  while (!existsSync(join(folder, ".git")) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}
