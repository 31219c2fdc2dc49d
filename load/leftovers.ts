import { lstatSync, lutimesSync, readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { namesIn } from "./home-files.ts";

/** What a crash leaves may lie for so long; the next command that writes takes it away after that. */
const graceMs = 3_600_000;

function entriesBelow(home: string): readonly string[] {
  return readdirSync(home, { withFileTypes: true, recursive: true }).map((entry) => join(entry.parentPath, entry.name));
}

function isTemp(path: string): boolean {
  return basename(path).startsWith(".tmp-");
}

/** Two hours pass at once for all temp files; the answer is how many there are. */
export function ageLeftovers(home: string, now: number): number {
  const before = new Date(now - 2 * graceMs);
  const temps = entriesBelow(home).filter(isTemp);
  for (const path of temps) lutimesSync(path, before, before);
  return temps.length;
}

/**
 * What should not lie there any more. A temp file is allowed where it may be and as long as it may be there: younger
 * than the grace when the last command wrote something, or nothing was written since its writer died.
 */
export function findLeftovers(home: string, lastWrite: number): readonly string[] {
  return entriesBelow(home).flatMap((path) => {
    const name = relative(home, path);
    if (name.endsWith(".lock")) return [`${name} was left behind`];
    if (!isTemp(path)) return dirname(name) === "tmp" ? [`${name} is no temp file`] : [];
    if (dirname(name).startsWith(join("tmp", ".tmp-"))) return [];
    if (dirname(name) !== "tmp") return [`${name} lies where nobody sweeps`];
    const { mtimeMs } = lstatSync(path);
    return lastWrite - mtimeMs > graceMs ? [`${name} was left behind, and something was written since`] : [];
  });
}

/** Processes of this load that are still there: each carries its mark in its environment. */
export function findProcesses(mark: string): readonly string[] {
  return namesIn("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => readProc(pid, "environ").split("\0").includes(`PASSDOWN_LOAD=${mark}`))
    .map((pid) => `process ${pid} is left: ${readProc(pid, "cmdline").replaceAll("\0", " ").slice(0, 200)}`);
}

function readProc(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}
