import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const bin = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "dist", "cli", "bin.cjs");

/** Code compiled by one run serves the next; in HOME it would lie in the sandbox's own repository. */
const codeCache = join(tmpdir(), `passdown-test-cache-${process.pid}`);

export interface CliResult {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** stdout as JSON. */
  readonly json: () => Record<string, unknown>;
}

export interface Sandbox {
  /** Top of a fresh repository (or folder). */
  readonly root: string;
  readonly passdown: (args: readonly string[], options?: RunOptions) => CliResult;
  /** Runs a shell line in which $NODE and $BIN call the command line. */
  readonly inShell: (line: string) => CliResult;
  readonly git: (...args: readonly string[]) => string;
  readonly write: (path: string, content: string) => void;
  readonly commit: (message: string) => string;
  readonly remove: () => void;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

const identity = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.invalid",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.invalid",
};

/** A folder of its own with the built command line; a repository with one commit unless `git` is false. */
export function makeSandbox({ git: wanted = true }: { readonly git?: boolean } = {}): Sandbox {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "passdown-cli-")));
  const env = { PATH: process.env["PATH"], HOME: root, XDG_CACHE_HOME: codeCache, LANG: "C.UTF-8", ...identity };
  const git = (...args: readonly string[]): string => {
    const result = spawnSync("git", args, { cwd: root, env, encoding: "utf8" });
    if (result.status !== 0) throw new Error(`git ${args.join(" ")}: ${result.stderr}`);
    return result.stdout.trim();
  };
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  const commit = (message: string): string => {
    git("add", "-A");
    git("commit", "-q", "--allow-empty", "-m", message);
    return git("rev-parse", "HEAD");
  };
  if (wanted) {
    git("init", "-q", "-b", "main");
    write("README.md", "# sample\n");
    commit("first");
  }
  const start = (command: string, args: readonly string[], options: RunOptions): CliResult => {
    const result = spawnSync(command, args, {
      cwd: options.cwd ?? root,
      env: { ...env, ...options.env },
      input: options.input ?? "",
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    return {
      exit: result.status,
      stdout: result.stdout,
      stderr: result.stderr,
      json: () => JSON.parse(result.stdout) as Record<string, unknown>,
    };
  };
  return {
    root,
    git,
    write,
    commit,
    remove: () => rmSync(root, { recursive: true, force: true }),
    passdown: (args, options = {}) => start(process.execPath, [bin, ...args], options),
    inShell: (line) => start("sh", ["-c", line], { env: { NODE: process.execPath, BIN: bin } }),
  };
}
