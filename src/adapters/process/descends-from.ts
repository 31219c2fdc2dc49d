import { listProcesses } from "./list-processes.ts";
import { readProcStat } from "./read-proc.ts";

/** Whether a process is that ancestor, or was started by it or by one that it started, as far as they still live. */
export function descendsFrom(pid: number, ancestor: number): boolean {
  const parentOf = createParents();
  let at: number | undefined = pid;
  for (let steps = 0; at !== undefined && at > 1 && steps < depthMax; steps += 1) {
    if (at === ancestor) return true;
    at = parentOf(at);
  }
  return false;
}

const depthMax = 1000;

/** One look at each process on the way; without /proc all have to be listed. */
function createParents(): (pid: number) => number | undefined {
  if (readProcStat("self") !== null) return (pid) => readProcStat(pid)?.parent;
  const parents = new Map(listProcesses().map((one) => [one.pid, one.parent]));
  return (pid) => parents.get(pid);
}
