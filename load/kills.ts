import { watch } from "node:fs";

/** The moment of a kill: so many milliseconds after the process began, or when it has a temp file in the home. */
export type Moment = { readonly kind: "after"; readonly ms: number } | { readonly kind: "temp_file" };

export interface Kill {
  readonly signal: NodeJS.Signals;
  readonly at: Moment;
}

const signals = ["SIGKILL", "SIGTERM", "SIGINT"] as const;
/** Share of the kills in the middle of a write, of the operations that make temp files. */
const inWrite = 0.6;
/** Share of the others in the last quarter of the usual time. The rest lies anywhere in it. */
const inLastQuarter = 0.4;

/** Those that only add a line make no temp file. */
const addLines = new Set(["hook before", "hook after", "hook prompt", "note", "exec"]);

/** Spread over the whole time that such an operation usually takes. The same number of draws whatever comes out. */
export function planKill(random: () => number, operation: { readonly name: string; readonly usualMs: number }): Kill {
  const { name, usualMs } = operation;
  const [which, kind, late, place] = [random(), random(), random(), random()];
  const signal = signals[Math.floor(which * signals.length)] ?? "SIGKILL";
  if (kind < inWrite && !addLines.has(name)) return { signal: "SIGKILL", at: { kind: "temp_file" } };
  const share = late < inLastQuarter ? 0.75 + place / 4 : place;
  return { signal, at: { kind: "after", ms: Math.floor(share * usualMs) } };
}

export interface TempWatch {
  /** Calls once when the process makes a temp file; the answer takes the wish back. */
  readonly whenWriting: (pid: number, call: () => void) => () => void;
  readonly close: () => void;
}

/** Temp files have their writer's pid in their name. */
export function watchTemps(folder: string): TempWatch {
  const wishes = new Map<number, () => void>();
  const watcher = watch(folder, (_event, name) => {
    const pid = Number(/^\.tmp-(\d+)-/.exec(name ?? "")?.[1]);
    const call = wishes.get(pid);
    wishes.delete(pid);
    call?.();
  });
  return {
    whenWriting: (pid, call) => {
      wishes.set(pid, call);
      return () => void wishes.delete(pid);
    },
    close: () => watcher.close(),
  };
}
