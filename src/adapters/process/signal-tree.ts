import process from "node:process";
import { execVariable } from "../../domain/feedback/exec-marker.ts";
import { listProcesses, type ListedProcess } from "./list-processes.ts";
import { readVariable } from "./read-proc.ts";

/**
 * The processes that a terminal would reach with a Ctrl-C for this child, and that are the child's own: those of its
 * process group that descend from it or carry its mark (their parent may have ended). The group itself is shared with
 * passdown and whoever called it, so it is never signalled as a whole.
 */
export function listTree(child: number, marker: string | null): readonly ListedProcess[] {
  const all = listProcesses();
  const group = all.find((one) => one.pid === child)?.group ?? all.find((one) => one.pid === process.pid)?.group;
  const near = all.filter((one) => one.group === group && one.pid !== process.pid);
  const parents = new Map(all.map((one) => [one.pid, one.parent]));
  return near.filter(
    (one) => descends(one.pid, child, parents) || (marker !== null && readVariable(one.pid, execVariable) === marker),
  );
}

function descends(pid: number, ancestor: number, parents: ReadonlyMap<number, number>): boolean {
  let at: number | undefined = pid;
  for (let steps = 0; at !== undefined && at > 1 && steps < 1000; steps += 1) {
    if (at === ancestor) return true;
    at = parents.get(at);
  }
  return false;
}

/** Sends a signal to each; one that has ended meanwhile is no error. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // ESRCH: it ended on its own. EPERM: it changed its user and is no longer ours to end.
    }
  }
}
