import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";

/** What a test does to a repository; changes of files can be chained. */
export interface TestRepository {
  readonly root: string;
  readonly git: (...args: string[]) => string;
  readonly write: (path: string, content: string | Uint8Array) => TestRepository;
  readonly remove: (path: string) => TestRepository;
  readonly link: (path: string, target: string) => TestRepository;
  readonly makeExecutable: (path: string) => TestRepository;
  readonly stage: (...paths: string[]) => TestRepository;
  readonly commit: (message: string) => string;
}

const made: string[] = [];

/** A folder of its own for one test, removed at the end of the file. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "passdown-test-")));
  made.push(folder);
  return folder;
}

afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** The user's own configuration plays no part, and every commit has the same author and time. */
export const testEnv: Readonly<Record<string, string>> = {
  PATH: process.env["PATH"] ?? "",
  HOME: "/nonexistent",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.org",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.org",
  GIT_AUTHOR_DATE: "2026-01-02T03:04:05Z",
  GIT_COMMITTER_DATE: "2026-01-02T03:04:05Z",
};

/** No housekeeping in the background: it would change what is compared. */
const settings = ["-c", "protocol.file.allow=always", "-c", "gc.auto=0", "-c", "maintenance.auto=false"];

export function runIn(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  return execFileSync("git", [...settings, ...args], {
    cwd,
    env: { ...testEnv, ...env },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** git that is expected to stop in the middle, as a conflict makes it. */
export function tryIn(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): boolean {
  try {
    runIn(cwd, args, env);
    return true;
  } catch {
    return false;
  }
}

export function openRepository(root: string): TestRepository {
  const git = (...args: string[]): string => runIn(root, args);
  const repository: TestRepository = {
    root,
    git,
    write: (path, content) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
      return repository;
    },
    remove: (path) => {
      rmSync(join(root, path), { recursive: true, force: true });
      return repository;
    },
    link: (path, target) => {
      repository.remove(path);
      symlinkSync(target, join(root, path));
      return repository;
    },
    makeExecutable: (path) => {
      chmodSync(join(root, path), 0o755);
      return repository;
    },
    stage: (...paths) => {
      git("add", ...(paths.length > 0 ? paths : ["-A"]));
      return repository;
    },
    commit: (message) => {
      git("add", "-A");
      git("commit", "-q", "--allow-empty", "-m", message);
      return git("rev-parse", "HEAD").trim();
    },
  };
  return repository;
}

const templates = new Map<string, string>();

/** A new repository, copied from one that was made and filled once: most tests begin with the same. */
export function createRepository(
  format: "sha1" | "sha256" = "sha1",
  fill?: (repository: TestRepository) => unknown,
): TestRepository {
  const key = `${format} ${fill?.name ?? ""}`;
  let template = templates.get(key);
  if (template === undefined) {
    template = join(temporaryFolder(), "repo");
    mkdirSync(template);
    runIn(template, ["init", "-q", "-b", "main", "--template=", `--object-format=${format}`]);
    fill?.(openRepository(template));
    templates.set(key, template);
  }
  const root = join(temporaryFolder(), "repo");
  cpSync(template, root, { recursive: true, verbatimSymlinks: true });
  return openRepository(root);
}

/** The tree id that git itself gives everything in the work tree, without touching the repository. */
export function treeByGit(root: string): string {
  const folder = temporaryFolder();
  const gitDir = join(root, ".git");
  const index = join(folder, "index");
  if (existsSync(join(gitDir, "index"))) {
    copyFileSync(join(gitDir, "index"), index);
    // As old as can be: else a file changed in the same tick as the index was written would pass for unchanged.
    utimesSync(index, 1, 1);
  }
  mkdirSync(join(folder, "objects"));
  const env = {
    GIT_INDEX_FILE: index,
    GIT_OBJECT_DIRECTORY: join(folder, "objects"),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: join(gitDir, "objects"),
  };
  runIn(root, ["-c", "core.splitIndex=false", "add", "-A"], env);
  return runIn(root, ["write-tree"], env).trim();
}

/**
 * Every file below a folder with its bytes, mode and times: equal only if nothing was written or touched. Of a shared index
 * only the bytes count: git renews its time whenever it reads one.
 */
export function fingerprint(folder: string): string {
  const hash = createHash("sha256");
  const walk = (path: string): void => {
    const stat = lstatSync(path, { bigint: true });
    const time = path.includes("sharedindex.") ? 0n : stat.mtimeNs;
    hash.update(`${path}\0${stat.mode}\0${time}\0${stat.ino}\0`);
    if (stat.isDirectory()) for (const name of readdirSync(path).sort()) walk(join(path, name));
    else hash.update(stat.isSymbolicLink() ? readlinkSync(path) : readFileSync(path));
  };
  walk(folder);
  return hash.digest("hex");
}

export function sha256Of(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
