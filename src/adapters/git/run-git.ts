import { AppError } from "../../domain/errors.ts";
import type { Env, Place } from "./git-env.ts";
import { startFailure } from "./git-failure.ts";
import { noteRunning, signalGroup } from "./running-git.ts";
import { type StartedGit, startGit } from "./start-git.ts";

/** Reads what the child just wrote; answers with the next input, empty to wait for more, or null to end it. */
export type Dialogue = (output: Buffer) => Uint8Array | null;

export interface GitCall {
  readonly place: Place;
  readonly env: Env;
  readonly args: readonly string[];
  /** With a dialogue the output goes there and is not collected. */
  readonly input?: Uint8Array | Dialogue;
  /** Another index than the user's; always in a temporary folder. */
  readonly index?: string;
  /** Whether it may speak with a remote. */
  readonly network?: boolean;
  readonly limits?: GitLimits;
}

export interface GitLimits {
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** What to do at `maxBytes`: fail (the default), or stop the child and hand out what came so far. */
  readonly atMax?: "fail" | "cut";
  /** Asked twenty times a second; an error stops the child, and is what the call fails with. */
  readonly stopWhen?: () => Error | null;
}

export interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly cut: boolean;
}

const defaultTimeoutMs = 30_000;
const defaultMaxBytes = 128 * 1024 * 1024;
const stderrMax = 64 * 1024;
/** Time between the polite signal, at which git removes its own lock files, and the last one. */
const graceMs = 500;
const watchMs = 50;

/**
 * Runs git to its end. Any exit code is a result; failing to start, a timeout and too much output are errors.
 * `started`: the same call, begun in this turn of the event loop.
 */
export function runGit(call: GitCall, started: StartedGit | null = null): Promise<GitResult> {
  const { timeoutMs = defaultTimeoutMs, maxBytes = defaultMaxBytes, atMax = "fail" } = call.limits ?? {};
  return new Promise((resolve, reject) => {
    const { child, failure: early } = started ?? startGit(call);
    const earlyFailure = early();
    if (earlyFailure !== null) return reject(startFailure(earlyFailure, call));
    const output: Buffer[] = [];
    let size = 0;
    let stderr = "";
    let cut = false;
    let failure: unknown = null;
    let lastResort: NodeJS.Timeout | undefined;

    noteRunning(child);
    const stop = (): void => {
      signalGroup(child, "SIGTERM");
      lastResort ??= setTimeout(() => signalGroup(child, "SIGKILL"), graceMs);
    };
    const timer = setTimeout(() => {
      failure = timedOut(call, timeoutMs);
      stop();
    }, timeoutMs);
    const watch =
      call.limits?.stopWhen === undefined
        ? undefined
        : setInterval(() => {
            failure ??= call.limits?.stopWhen?.() ?? null;
            if (failure !== null) stop();
          }, watchMs);
    const dialogue = typeof call.input === "function" ? call.input : null;
    const talk = (chunk: Buffer): void => {
      if (dialogue === null || failure !== null) return;
      try {
        const next = dialogue(chunk);
        if (next === null) child.stdin?.end();
        else if (next.length > 0) child.stdin?.write(next);
      } catch (error) {
        failure = error;
        stop();
      }
    };

    child.stdout?.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) {
        if (atMax === "fail") failure ??= tooMuch(call, maxBytes);
        else if (!cut) output.push(chunk.subarray(0, chunk.length - (size - maxBytes)));
        cut = true;
        stop();
      } else if (dialogue === null) output.push(chunk);
      else talk(chunk);
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      if (stderr.length < stderrMax) stderr += chunk.toString("utf8");
    });
    // A child that ends before it read everything is judged by its exit code.
    child.stdin?.on("error", () => undefined);
    child.on("error", (error) => {
      clearTimeout(timer);
      clearInterval(watch);
      reject(startFailure(error, call));
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      clearInterval(watch);
      clearTimeout(lastResort);
      if (failure !== null) reject(failure);
      else resolve({ code: cut ? 0 : (code ?? 128), stdout: Buffer.concat(output), stderr, cut });
    });
    if (dialogue !== null) talk(Buffer.alloc(0));
    else if (call.input !== undefined && typeof call.input !== "function") child.stdin?.end(call.input);
  });
}

function timedOut(call: GitCall, timeoutMs: number): AppError {
  return new AppError({
    kind: "environment",
    code: "git_timeout",
    message: `git ${call.args[0] ?? ""} in ${call.place.cwd} did not end within ${timeoutMs / 1000} s`,
    hint: `see whether \`git ${call.args[0] ?? ""}\` answers there; a slow disk, a filter or a huge untracked folder may hold it`,
  });
}

function tooMuch(call: GitCall, maxBytes: number): AppError {
  return new AppError({
    kind: "environment",
    code: "git_output_too_large",
    message: `git ${call.args[0] ?? ""} in ${call.place.cwd} wrote more than ${Math.round(maxBytes / 1024 / 1024)} MB`,
    hint: "a generated folder is probably neither committed nor ignored: add it to .gitignore",
  });
}
