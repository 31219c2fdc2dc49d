import { lutimesSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { namesIn } from "./home-files.ts";

/** Temp files of the home are swept an hour after their writer's death: here two hours pass at once. */
export function ageLeftovers(home: string, now: number): number {
  const folder = join(home, "tmp");
  const before = new Date(now - 2 * 3_600_000);
  for (const name of namesIn(folder)) lutimesSync(join(folder, name), before, before);
  return namesIn(folder).length;
}

/** What still lies there after a quiet command. */
export function findLeftovers(home: string): readonly string[] {
  const temps = namesIn(join(home, "tmp")).map((name) => `tmp/${name} was left behind`);
  const locks = readdirSync(home, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".lock"));
  return [...temps, ...locks.map((name) => `${name} was left behind`)];
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
