import type { ChildProcess } from "node:child_process";
import { kill } from "node:process";

const running = new Set<ChildProcess>();

/** Each child leads a process group of its own, so nobody but this process ends it. */
export function noteRunning(child: ChildProcess): void {
  running.add(child);
  child.once("error", () => running.delete(child));
  child.once("close", () => running.delete(child));
}

/** Signals every child that is still at work, with its own children; tells how many there are. */
export function signalRunning(name: "SIGTERM" | "SIGKILL"): number {
  for (const child of running) signalGroup(child, name);
  return running.size;
}

export function signalGroup(child: ChildProcess, name: "SIGTERM" | "SIGKILL"): void {
  try {
    if (child.pid !== undefined) kill(-child.pid, name);
  } catch {
    // The group is gone already.
  }
}
