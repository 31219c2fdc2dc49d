import { readFileSync } from "node:fs";

/** Fields of /proc/PID/stat. */
export interface ProcStat {
  readonly pid: number;
  /** R running, S sleeping, Z zombie, X dead, … */
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  /** Clock ticks since boot, field 22. */
  readonly startTime: string;
}

/** null: no such process, or no /proc here. */
export function readProcStat(pid: number | "self"): ProcStat | null {
  const text = readText(`/proc/${pid}/stat`);
  if (text === null) return null;
  // The name in parentheses may hold blanks and parentheses; what follows it never does.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, parent, group] = fields;
  const startTime = fields[19];
  if (state === undefined || startTime === undefined) return null;
  return { pid: Number.parseInt(text, 10), state, parent: Number(parent), group: Number(group), startTime };
}

/** Words of the command line; empty for a kernel thread, a zombie or an unreadable process. */
export function readCommandLine(pid: number): readonly string[] {
  const text = readText(`/proc/${pid}/cmdline`);
  return text === null || text === "" ? [] : text.replace(/\0$/, "").split("\0");
}

/** Value of one variable in the environment that a process was started with; null when unset or unreadable. */
export function readVariable(pid: number, name: string): string | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(`/proc/${pid}/environ`);
  } catch {
    return null; // Another user's process, or one that has just ended.
  }
  const key = Buffer.from(`${name}=`);
  for (let at = bytes.indexOf(key); at !== -1; at = bytes.indexOf(key, at + 1)) {
    if (at > 0 && bytes[at - 1] !== 0) continue;
    const end = bytes.indexOf(0, at);
    return bytes.toString("utf8", at + key.length, end === -1 ? bytes.length : end);
  }
  return null;
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null; // No /proc, no such process, or not ours to read: all mean "cannot be told".
  }
}

export function readBootId(): string | null {
  return readText("/proc/sys/kernel/random/boot_id")?.trim() ?? null;
}
