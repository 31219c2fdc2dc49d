import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { decodeFeedbackLines, type DecodedFeedback } from "../../../src/domain/feedback/log-lines.ts";
import type { FeedbackRecord } from "../../../src/domain/workbench.ts";

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Running {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly ended: Promise<Ended>;
  /** Resolves when its stdout holds that text. */
  readonly printed: (text: string) => Promise<void>;
}

export interface Sandbox {
  readonly root: string;
  readonly home: string;
  readonly git: (...args: readonly string[]) => string;
  readonly write: (path: string, text: string) => void;
  /** Starts the driver on a command. */
  readonly start: (argv: readonly string[], options?: StartOptions) => Running;
  readonly exec: (argv: readonly string[], options?: StartOptions) => Promise<Ended>;
  readonly read: () => DecodedFeedback;
  /** The one record there is. */
  readonly record: () => FeedbackRecord;
  readonly remove: () => void;
}

interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** A process group of its own, for signals to the whole group. */
  readonly detached?: boolean;
  readonly cwd?: string;
}

/** A folder (a repository with one commit), a home beside it, and the driver to run commands in them. */
export function makeSandbox(driver: string, options: { readonly git: boolean }): Sandbox {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "exec-")));
  const root = join(top, "repository");
  const home = join(top, "home");
  const env = {
    PATH: process.env["PATH"],
    HOME: top,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.invalid",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.invalid",
  };
  const git = (...args: readonly string[]): string => {
    const result = spawnSync("git", args, { cwd: root, env, encoding: "utf8" });
    if (result.status !== 0) throw new Error(`git ${args.join(" ")}: ${result.stderr}`);
    return result.stdout.trim();
  };
  mkdirSync(root);
  writeFileSync(join(root, "a.txt"), "one\n");
  if (options.git) {
    git("init", "-q", "-b", "main");
    git("add", "-A");
    git("commit", "-q", "-m", "first");
  }

  const start = (
    argv: readonly string[],
    { cwd = root, env: more = {}, detached = false }: StartOptions = {},
  ): Running => {
    const child = spawn(process.execPath, [driver, ...argv], {
      cwd,
      env: { ...env, DRIVER_HOME: home, DRIVER_SCENE: options.git ? "git" : "folder", ...more },
      stdio: ["ignore", "pipe", "pipe"],
      detached,
    });
    let stdout = "";
    let stderr = "";
    const waiting: { readonly text: string; readonly done: () => void }[] = [];
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString("latin1");
      for (const { text, done } of waiting) if (stdout.includes(text)) done();
    });
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
    return {
      child,
      pid: child.pid ?? 0,
      ended: new Promise((resolve) => child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }))),
      printed: (text) =>
        new Promise((done) => {
          if (stdout.includes(text)) done();
          else waiting.push({ text, done });
        }),
    };
  };

  const read = (): DecodedFeedback => {
    const folder = join(home, "feedback");
    const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"));
    return decodeFeedbackLines(
      "feedback",
      lines.map((text, index) => ({ number: index + 1, text })),
    );
  };

  return {
    root,
    home,
    git,
    write: (path, text) => writeFileSync(join(root, path), text),
    start,
    exec: (argv, more) => start(argv, more).ended,
    read,
    record: () => {
      const { records, damage } = read();
      const [record] = records;
      if (record === undefined || records.length > 1 || damage.length > 0)
        throw new Error(`not one record: ${JSON.stringify({ records, damage })}`);
      return record;
    },
    remove: () => rmSync(top, { recursive: true, force: true }),
  };
}

/** Waits until something holds, or fails after ten seconds. */
export async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("it did not come to hold within ten seconds");
}

export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A zombie that nobody reaps (pid 1 of a container may not) has ended.
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return true;
  }
}
