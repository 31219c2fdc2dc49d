import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TouchedFiles } from "./touched-files.ts";

export interface SceneOptions {
  readonly folder: string;
  readonly files: TouchedFiles;
  readonly branch: string | null;
  /** When the session began. */
  readonly start: number;
}

/**
 * A repository that stands for the session's folder: what it read or wrote is committed with a placeholder, what it
 * wrote differs from that, uncommitted. The session's own commits are not made again: their files stay uncommitted.
 */
export function makeScene({ folder, files, branch, start }: SceneOptions): void {
  const present = filesOnly(files.met);
  const changed = [...files.written].filter(([path]) => present.includes(path));
  mkdirSync(folder, { recursive: true });
  git(folder, start, ["init", "--quiet", "--template=", `--initial-branch=${branchName(branch)}`]);
  for (const path of present) put(join(folder, path), `placeholder of ${path}\n`, start);
  git(folder, start, ["add", "--all", "--force"]);
  git(folder, start, ["commit", "--quiet", "--allow-empty", "--message", "Before the session"]);
  for (const [path, time] of changed) put(join(folder, path), `placeholder of ${path}, changed\n`, time ?? start);
  for (const path of files.deleted) rmSync(join(folder, path), { force: true });
}

/** Without paths that are folders of others. */
export function filesOnly(paths: ReadonlySet<string>): readonly string[] {
  const sorted = [...paths].sort();
  const folders = new Set(sorted.flatMap(foldersOf));
  return sorted.filter((path) => !folders.has(path));
}

function foldersOf(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, nth) => parts.slice(0, nth + 1).join("/"));
}

/** The file's time is that of the event, not of the proof: else every check would be older than the work. */
function put(path: string, content: string, time: number): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  utimesSync(path, time / 1000, time / 1000);
}

function branchName(branch: string | null): string {
  return branch !== null &&
    /^[A-Za-z0-9][\w./-]*$/.test(branch) &&
    branch !== "HEAD" &&
    !/\.\.|\/$|\.lock$|\/\.|\/\//.test(branch)
    ? branch
    : "main";
}

function git(folder: string, time: number, words: readonly string[]): void {
  const date = `${Math.floor(time / 1000)} +0000`;
  const identity = [
    "-c",
    "user.name=Proof",
    "-c",
    "user.email=proof@example.com",
    "-c",
    "commit.gpgSign=false",
    "-c",
    "gc.auto=0",
  ];
  const { status, stderr } = spawnSync("git", [...identity, ...words], {
    cwd: folder,
    encoding: "utf8",
    env: {
      PATH: process.env["PATH"],
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
    },
  });
  if (status !== 0) throw new Error(`git ${words[0] ?? ""} failed in ${folder}: ${stderr}`);
}
