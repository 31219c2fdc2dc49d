import { hostname } from "node:os";
import { readBootId, readCommandLine, readProcStat } from "../adapters/process/read-proc.ts";
import type { ProcessIdentity } from "../domain/home.ts";

const shells: ReadonlySet<string> = new Set(["sh", "bash", "dash", "zsh", "fish", "busybox", "env", "timeout"]);
const highest = 6;

/**
 * The client's process, by which a later start tells whether the session still lives: the nearest ancestor that is no
 * shell. null where the system does not tell.
 */
export function findHolder(parent: number): ProcessIdentity | null {
  let pid = parent;
  for (let step = 0; step < highest; step += 1) {
    const stat = readProcStat(pid);
    if (stat === null || pid <= 1) return null;
    const [program = ""] = readCommandLine(pid);
    const name = program.slice(program.lastIndexOf("/") + 1).replace(/^-/, "");
    if (!shells.has(name))
      return { pid, startTime: stat.startTime, bootId: readBootId(), host: hostname(), command: name };
    pid = stat.parent;
  }
  return null;
}
