import { readFileSync, readdirSync, readlinkSync, statSync } from "node:fs";
import { basename, sep } from "node:path";

export interface LockHolder {
  readonly pid: number;
  readonly command: string;
}

/**
 * The live process that holds a lock file of git. First whoever has it open; else a git that works in `root` and was
 * running already when the lock appeared: `git commit -a` closes its lock but keeps it while the editor is open.
 * Only Linux tells (/proc); elsewhere undefined.
 */
export function findLockHolder(lock: string, root: string): LockHolder | null | undefined {
  const pids = processes();
  if (pids === undefined) return undefined;
  for (const pid of pids) {
    if (openFiles(pid).includes(lock)) return { pid, command: commandOf(pid) };
  }
  const born = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  if (born === undefined) return null;
  for (const pid of pids) {
    const cwd = link(`/proc/${pid}/cwd`);
    const here = cwd === root || cwd?.startsWith(root + sep);
    if (!here || basename(link(`/proc/${pid}/exe`) ?? "") !== "git") continue;
    const began = startOf(pid);
    if (began !== null && began <= born + clockSlackMs) return { pid, command: commandOf(pid) };
  }
  return null;
}

/** The boot time is kept in whole seconds, so a start is known to about that. */
const clockSlackMs = 2000;
const ticksPerSecond = 100;

/** When a process began, in milliseconds since 1970; null when it is gone. */
function startOf(pid: number): number | null {
  try {
    const boot = /^btime (\d+)$/m.exec(readFileSync("/proc/stat", "utf8"))?.[1];
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command name, in parentheses, may hold anything; the 20th field after it is the start.
    const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    return boot === undefined || ticks === undefined
      ? null
      : Number(boot) * 1000 + (Number(ticks) * 1000) / ticksPerSecond;
  } catch {
    return null;
  }
}

function processes(): number[] | undefined {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return undefined;
  }
}

function openFiles(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => link(`/proc/${pid}/fd/${fd}`) ?? []);
  } catch {
    // Another user's process, or one that just ended.
    return [];
  }
}

function link(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replace(/\0+$/, "").replaceAll("\0", " ");
  } catch {
    return "";
  }
}
