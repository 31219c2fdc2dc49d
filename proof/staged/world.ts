import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { createHash } from "node:crypto";
import { createGit, type Git } from "./git.ts";
import { runCommand, type Ran } from "./run-command.ts";

/** A case's folder: the work tree, a remote, a home for git, nothing of the user's. */
export interface World {
  readonly folder: string;
  readonly root: string;
  readonly git: Git;
  readonly read: (path: string) => string | null;
  readonly write: (path: string, content: string) => void;
  readonly run: (command: string, options: RunOptions) => Promise<Ran>;
  /** Changed files get the time of the session instead of the present one. */
  readonly date: (at: number) => void;
  readonly state: () => TreeState;
}

export interface TreeState {
  /** Of all files that the projects do not ignore. */
  readonly digest: string;
  /** Git finds nothing to commit. */
  readonly clean: boolean;
  readonly commit: string;
}

export interface RunOptions {
  /** Absolute. */
  readonly cwd: string;
  readonly at: number;
  /** Ends the command, and all that it started, as soon as this holds. */
  readonly killWhen?: (printed: string) => boolean;
}

export interface WorldOptions {
  readonly folder: string;
  readonly project: string;
  readonly files: Readonly<Record<string, string>>;
  readonly foreign: Readonly<Record<string, string>>;
  /** Address of the counting server for this case. */
  readonly address: string;
  readonly startedAt: number;
}

/** The repository as the session finds it: one commit, pushed; then the user's own files. */
export async function createWorld(options: WorldOptions): Promise<World> {
  const { folder, files, foreign, startedAt } = options;
  const world = openWorld(folder, options.project);
  mkdirSync(world.root, { recursive: true });
  mkdirSync(join(folder, "home"), { recursive: true });
  for (const [path, content] of Object.entries(files)) world.write(path, content);
  const before = startedAt - 86_400_000;
  world.git(["init", "--quiet", "--initial-branch=main"], before);
  world.git(["init", "--quiet", "--bare", "--initial-branch=main", join(folder, "remote.git")], before);
  // Relative, so that a copy of the folder has a remote of its own.
  world.git(["remote", "add", "origin", "../../remote.git"], before);
  world.git(["add", "--all"], before);
  world.git(["commit", "--quiet", "--message", "First version"], before);
  world.git(["push", "--quiet", "--set-upstream", "origin", "main"], before);
  for (const [path, content] of Object.entries(foreign)) world.write(path, content);
  writeFileSync(join(world.root, ".deploy-url"), `${options.address}\n`);
  world.date(before);
  return world;
}

export function openWorld(folder: string, project: string): World {
  const root = join(folder, "work", project);
  const git = createGit({ root, home: join(folder, "home") });
  const read = (path: string): string | null =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : null;
  return {
    folder,
    root,
    git,
    read,
    write: (path, content) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
      if (content.startsWith("#!")) chmodSync(join(root, path), 0o755);
    },
    run: (command, { cwd, at, killWhen }) =>
      runCommand({
        command,
        cwd,
        env: git.env(at),
        output: join(folder, "home", "output"),
        killWhen: killWhen ?? null,
      }),
    date: (at) => {
      for (const path of filesBelow(root)) {
        // Made just now, by the real clock, which is far behind or ahead of the session's.
        if (statSync(path).mtimeMs > at && Math.abs(Date.now() - statSync(path).mtimeMs) < 600_000)
          utimesSync(path, at / 1000, at / 1000);
      }
    },
    state: () => {
      const status = git(["status", "--porcelain=v2", "--branch", "--untracked-files=all"]).split("\n");
      return {
        digest: digestOf(root),
        clean: status.every((line) => line.startsWith("#")),
        commit: /^# branch\.oid (\S+)/m.exec(status.join("\n"))?.[1] ?? "",
      };
    },
  };
}

const ignoredNames = new Set([".git", ".deploy-url", "node_modules", "dist", "__pycache__"]);

function digestOf(root: string): string {
  const hash = createHash("sha256");
  for (const path of filesBelow(root).sort()) hash.update(`${relative(root, path)}\0`).update(readFileSync(path));
  return hash.digest("hex");
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (ignoredNames.has(entry.name) || entry.isSymbolicLink()) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

/** Relative to the work tree, with slashes. */
export function pathIn(root: string, path: string): string {
  return relative(root, path);
}
