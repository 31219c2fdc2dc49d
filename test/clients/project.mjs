import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Prompt, next action and error line of a story: unlike any other, so that they can be found again. */
export function words(mark) {
  return {
    constraint: `Never edit the lock file by hand, rule R-${mark}.`,
    next: `Let sum in src/sum.mjs add its numbers, then ticket T-${mark}`,
    error: `Error: CANARY-${mark}: sum(2, 3) is -1 and not 5`,
  };
}

/** A small repository with one commit: an acceptance command that fails, and a command that takes long. */
export function makeProject(work, { error }) {
  mkdirSync(join(work, "src"), { recursive: true });
  const files = {
    ".gitignore": "tool-is-running\n",
    "passdown.config.json": `${JSON.stringify({ acceptance: ["node check.mjs"] }, null, 2)}\n`,
    "check.mjs": `console.error(${JSON.stringify(error)});\nprocess.exitCode = 3;\n`,
    "long.mjs":
      'import { writeFileSync } from "node:fs";\nsetTimeout(() => writeFileSync("tool-is-running", ""), 500);\nsetTimeout(() => {}, 40_000);\n',
    "src/sum.mjs": "export const sum = (a, b) => a - b;\n",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(work, name), text);
  const identity = ["-c", "user.name=dev", "-c", "user.email=dev@example.com"];
  git(work, "init", "-q", "-b", "main");
  git(work, "add", "-A");
  git(work, ...identity, "commit", "-q", "-m", "A sum that subtracts");
}

/** What nobody but the user and the agent may change: files outside the folder `.git`, and git's own state. */
export function stateOf(work) {
  const hidden = join(work, ".git");
  const files = list(work).filter((path) => !path.startsWith(hidden));
  return {
    files: Object.fromEntries(files.map((path) => [relative(work, path), sha256(path)])),
    git: {
      head: git(work, "rev-parse", "HEAD"),
      refs: git(work, "for-each-ref"),
      index: git(work, "ls-files", "-s"),
      stashes: git(work, "stash", "list"),
      config: sha256(join(hidden, "config")),
      objects: list(join(hidden, "objects")).sort().join("\n"),
    },
  };
}

/** Lock files below `.git`, those in the home among them. */
export function locksOf(work) {
  return list(join(work, ".git"))
    .filter((path) => path.endsWith(".lock"))
    .map((path) => relative(work, path));
}

function git(work, ...args) {
  const { status, stdout, stderr } = spawnSync("git", ["-C", work, ...args], {
    encoding: "utf8",
    env: { PATH: process.env.PATH },
  });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout;
}

function list(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function sha256(path) {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
