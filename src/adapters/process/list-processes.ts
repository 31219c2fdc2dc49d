import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { readProcStat } from "./read-proc.ts";

/** All process ids here; empty without /proc. */
export function listPids(): readonly number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return []; // No /proc on this system.
  }
}

export interface ListedProcess {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** null where only ps tells. */
  readonly startTime: string | null;
}

/** Processes that run (zombies have ended). */
export function listProcesses(): readonly ListedProcess[] {
  const pids = listPids();
  if (pids.length === 0) return listByPs();
  return pids.flatMap((pid) => {
    const stat = readProcStat(pid);
    return stat === null || stat.state === "Z" || stat.state === "X" ? [] : [stat];
  });
}

function listByPs(): readonly ListedProcess[] {
  try {
    return execFileSync("ps", ["-axo", "pid=,ppid=,pgid="], {
      encoding: "utf8",
      timeout: 2000,
      stdio: ["ignore", "pipe", "ignore"],
    })
      .trim()
      .split("\n")
      .map((line) => line.trim().split(/ +/).map(Number))
      .map(([pid = 0, parent = 0, group = 0]) => ({ pid, parent, group, startTime: null }));
  } catch {
    return []; // Neither /proc nor ps (Windows): the caller still reaches the child itself.
  }
}
