import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { performance } from "node:perf_hooks";
import type { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { ChildEnd } from "../../domain/feedback/child-end.ts";
import { execVariable } from "../../domain/feedback/exec-marker.ts";
import { type Forwarding, forwardOutput } from "./forward-output.ts";
import { holdSignals, type SignalSource } from "./hold-signals.ts";
import { openPipes, type Pipe } from "./open-pipes.ts";
import { listTree, signalAll } from "./signal-tree.ts";

/** What the child shares with passdown. Its stdin is passdown's own; its output goes on through these. */
interface ChildTerminal {
  /** null swallows the output after it was captured. */
  readonly stdout: Writable | null;
  readonly stderr: Writable | null;
  readonly signals: SignalSource;
  /** stdin is a terminal: a Ctrl-C there has reached the child already. */
  readonly interactive: boolean;
}

export interface RunChildOptions {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Whole environment of the child; its PASSDOWN_EXEC is the mark by which its processes are found. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number | null;
  readonly terminal: ChildTerminal;
  readonly capture: { readonly stdout: (chunk: Uint8Array) => void; readonly stderr: (chunk: Uint8Array) => void };
}

/** How it ended; signals are held back until `release`, so that the record can still be written. */
export interface ReleasableEnd extends ChildEnd {
  readonly release: () => void;
}

const killDelay = 2000;
const idleLimit = 300;
const heldLimit = 2000;

/**
 * Runs an argv without a shell, in passdown's own process group: a terminal's signals and a caller who ends the group
 * reach it as if passdown were not there. stdout and stderr are pipes: bytes go through unchanged and each stream in
 * order, but programs see no terminal on them, so they print without colours unless told otherwise (FORCE_COLOR).
 */
export async function runChild(options: RunChildOptions): Promise<ReleasableEnd> {
  const { terminal } = options;
  const began = performance.now();
  let child: ChildProcess | null = null;
  // Before the start: a signal in between would end us and leave the child alone.
  const held = holdSignals({
    signals: terminal.signals,
    interactive: terminal.interactive,
    isRunning: () => child?.pid !== undefined && isRunning(child),
    send: (signal) => {
      if (child?.pid !== undefined) signalAll([child.pid, ...pidsOf(child.pid, options)], signal);
    },
  });
  const base = { signal: null, exitCode: null, timeoutMs: null, outputHeld: false, outputClosed: false };
  const failed = (notStarted: NotStarted): ReleasableEnd => ({
    ...base,
    notStarted,
    interruptedBy: null,
    durationMs: 0,
    release: held.release,
  });

  const pipes = openPipes(2);
  const started = start(options, pipes);
  for (const pipe of pipes ?? []) pipe.closeChildSide();
  if ("reason" in started) {
    for (const pipe of pipes ?? []) pipe.source.destroy();
    return failed(started);
  }
  child = started;
  const [stdout = null, stderr = null] = pipes?.map((pipe) => pipe.source) ?? [child.stdout, child.stderr];
  const streams = [
    ...(stdout === null
      ? []
      : [forwardOutput({ source: stdout, sink: terminal.stdout, capture: options.capture.stdout })]),
    ...(stderr === null
      ? []
      : [forwardOutput({ source: stderr, sink: terminal.stderr, capture: options.capture.stderr })]),
  ];
  const timer = startTimer(child, options);
  const exit = await waitForExit(child);
  const durationMs = Math.round(performance.now() - began);
  const timedOut = await timer.settle();
  if ("reason" in exit) {
    for (const stream of streams) stream.stop();
    return failed(exit);
  }
  const outputHeld = await drain(streams);
  return {
    notStarted: null,
    exitCode: exit.code,
    signal: exit.signal === null ? null : { name: exit.signal, number: constants.signals[exit.signal] },
    timeoutMs: timedOut ? options.timeoutMs : null,
    interruptedBy: held.first(),
    durationMs,
    outputHeld,
    outputClosed: streams.some((stream) => stream.sinkClosed()),
    release: held.release,
  };
}

interface NotStarted {
  readonly code: 126 | 127;
  readonly reason: string;
}

function start({ argv, cwd, env }: RunChildOptions, pipes: readonly Pipe[] | null): ChildProcess | NotStarted {
  const [program = "", ...words] = argv;
  if (!existsSync(cwd)) return { code: 126, reason: `the folder to run it in does not exist: ${cwd}` };
  try {
    const output = pipes?.map((pipe) => pipe.childSide) ?? ["pipe" as const, "pipe" as const];
    return spawn(program, words, { cwd, env, stdio: ["inherit", ...output], shell: false });
  } catch (error) {
    return explain(program, error);
  }
}

const systemTexts: Readonly<Record<string, string>> = {
  ENOENT: "no such file or directory",
  EACCES: "permission denied",
  ENOTDIR: "not a directory",
  ENOEXEC: "exec format error",
  E2BIG: "argument list too long",
  ELOOP: "too many levels of symbolic links",
};

function explain(program: string, error: unknown): NotStarted {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const text = systemTexts[code] ?? (error instanceof Error ? error.message : String(error));
  return {
    code: code === "ENOENT" || code === "ENOTDIR" || program === "" ? 127 : 126,
    reason: `${program}: ${text}${code === "" ? "" : ` (${code})`}`,
  };
}

function waitForExit(
  child: ChildProcess,
): Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null } | NotStarted> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.on("error", (error) => {
      // A failed kill is reported here too; only without a pid did it never start.
      if (child.pid === undefined) resolve(explain(child.spawnfile, error));
    });
  });
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

function pidsOf(child: number, { env }: RunChildOptions): readonly number[] {
  return listTree(child, env[execVariable] ?? null)
    .map((one) => one.pid)
    .filter((pid) => pid !== child);
}

/** At the time limit TERM for the child and its own, KILL two seconds later for what is left of them. */
function startTimer(child: ChildProcess, options: RunChildOptions): { readonly settle: () => Promise<boolean> } {
  const { timeoutMs } = options;
  const { pid } = child;
  if (timeoutMs === null || pid === undefined) return { settle: () => Promise.resolve(false) };
  let deadline: number | null = null;
  let killTimer: NodeJS.Timeout | undefined;
  const everyone = (): readonly number[] => [...(isRunning(child) ? [pid] : []), ...pidsOf(pid, options)];
  const limitTimer = setTimeout(() => {
    deadline = performance.now() + killDelay;
    signalAll(everyone(), "SIGTERM");
    killTimer = setTimeout(() => signalAll(everyone(), "SIGKILL"), killDelay);
  }, timeoutMs);
  return {
    settle: async () => {
      clearTimeout(limitTimer);
      if (deadline === null) return false;
      // The child has ended; those it started get the rest of their two seconds.
      while (performance.now() < deadline && everyone().length > 0) await sleep(50);
      clearTimeout(killTimer);
      signalAll(everyone(), "SIGKILL");
      return true;
    },
  };
}

/**
 * Waits for the rest of the output. Who left a process behind that keeps the pipes open does not hang us: after 300 ms
 * of silence, or 2 s in all, we stop listening. Time in which a slow reader holds us up does not count.
 */
async function drain(streams: readonly Forwarding[]): Promise<boolean> {
  let finished = false;
  const all = Promise.all(streams.map((stream) => stream.done)).then(() => {
    finished = true;
  });
  const step = 25;
  let idle = 0;
  let total = 0;
  let seen = -1;
  for (;;) {
    await Promise.race([all, sleep(step)]);
    if (finished) return false;
    if (streams.some((stream) => stream.isPaused())) continue;
    const bytes = streams.reduce((sum, stream) => sum + stream.bytes(), 0);
    idle = bytes === seen ? idle + step : 0;
    seen = bytes;
    total += step;
    if (idle < idleLimit && total < heldLimit) continue;
    for (const stream of streams) stream.stop();
    await all;
    return true;
  }
}
