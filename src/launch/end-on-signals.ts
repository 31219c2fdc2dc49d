import process from "node:process";

/** Signals what still runs for this process and tells how much that is. */
export type SignalRunning = (name: "SIGTERM" | "SIGKILL") => number;

const signals: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];
/** git gets so long to remove its own lock files. */
const graceMs = 500;
const lookMs = 10;

/**
 * A signal ends git first, since each git child leads a process group that nobody else signals; then it ends this process
 * as it would have. To be called before the first child: a signal that comes while the program is being loaded waits.
 */
export function endOnSignals(signalRunning: SignalRunning): void {
  const end = (signal: NodeJS.Signals): void => {
    // Somebody holds this signal, as `exec` does for its command.
    if (process.listenerCount(signal) > 1) return;
    for (const name of signals) process.off(name, end);
    const last = performance.now() + graceMs;
    const look = (): void => {
      const late = performance.now() >= last;
      if (signalRunning(late ? "SIGKILL" : "SIGTERM") > 0 && !late) setTimeout(look, lookMs);
      else process.kill(process.pid, signal);
    };
    look();
  };
  for (const signal of signals) process.on(signal, end);
}
