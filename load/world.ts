import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

/** A place where sessions work: the repository itself or a linked worktree, with the branch that is checked out. */
export interface Place {
  readonly root: string;
  readonly branch: string;
}

/** One repository with everything around it, in a folder of its own. */
export interface World {
  readonly folder: string;
  readonly home: string;
  /** The main work tree first. */
  readonly places: readonly Place[];
  readonly env: NodeJS.ProcessEnv;
  /** Found in the environment of every process of this load. */
  readonly mark: string;
  /** Files that the load itself writes in work trees: path → content. */
  readonly edits: Map<string, string>;
}

const files = 200;

export function makeWorld(worktrees: number): World {
  const folder = mkdtempSync(join(tmpdir(), "passdown-load-"));
  const root = join(folder, "repository");
  for (const name of ["repository", "tmp", "user", "cache", "state", "transcripts", "clients"])
    mkdirSync(join(folder, name));
  const { NODE_EXTRA_CA_CERTS: _, PASSDOWN_HOME: __, PASSDOWN_SESSION: ___, ...inherited } = process.env;
  const mark = `load-${folder.slice(-6)}`;
  const env = {
    ...inherited,
    HOME: join(folder, "user"),
    TMPDIR: join(folder, "tmp"),
    XDG_CACHE_HOME: join(folder, "cache"),
    XDG_STATE_HOME: join(folder, "state"),
    GIT_CONFIG_NOSYSTEM: "1",
    PASSDOWN_LOAD: mark,
  };
  const git = (...args: readonly string[]): void => void execFileSync("git", args, { cwd: root, env, stdio: "pipe" });
  git("init", "-q", "-b", "main");
  git("config", "user.name", "Load");
  git("config", "user.email", "load@example.invalid");
  git("config", "gc.auto", "0");
  mkdirSync(join(root, "src"));
  mkdirSync(join(root, "work"));
  for (let n = 0; n < files; n += 1) writeFileSync(join(root, "src", `file-${n}.ts`), `export const value = ${n};\n`);
  writeFileSync(join(root, "work", "README"), "edits\n");
  writeFileSync(join(root, "check.mjs"), "process.exitCode = 0;\n");
  writeFileSync(join(root, "passdown.config.json"), JSON.stringify({ acceptance: ["node check.mjs"] }));
  git("add", "-A");
  git("commit", "-q", "-m", "files");
  const linked = Array.from({ length: worktrees }, (_unused, n) => ({
    root: join(folder, `worktree-${n}`),
    branch: `side-${n}`,
  }));
  for (const place of linked) git("worktree", "add", "-q", "-b", place.branch, place.root);
  const home = join(root, ".git", "passdown");
  return { folder, home, places: [{ root, branch: "main" }, ...linked], env, mark, edits: new Map() };
}

/** Everything of the user's: refs, objects, indexes, configuration, and work trees without the load's own edits. */
export function fingerprint({ places, home, edits }: World): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { root } of places) {
    for (const path of filesBelow(root)) {
      if (path.startsWith(`${home}/`) || edits.has(path)) continue;
      found.set(relative(places[0]?.root ?? root, path), sha256(readFileSync(path)));
    }
  }
  return found;
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
