/** `process`, as far as its signals go. */
export interface SignalSource {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  off(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
}

export interface HeldSignals {
  /** The first one that came while the child ran. */
  readonly first: () => NodeJS.Signals | null;
  readonly release: () => void;
}

export interface HoldOptions {
  readonly signals: SignalSource;
  /** stdin is a terminal: what is typed there (Ctrl-C, Ctrl-\) has reached the child already. */
  readonly interactive: boolean;
  readonly isRunning: () => boolean;
  readonly send: (signal: NodeJS.Signals) => void;
}

const held: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"];
const typed: readonly NodeJS.Signals[] = ["SIGINT", "SIGQUIT"];
/** A process group that was signalled as a whole gets this long to end before the signal is sent on. */
const forwardDelay = 100;

/** Keeps passdown alive through signals until its record is written, and hands them on to the child. */
export function holdSignals({ signals, interactive, isRunning, send }: HoldOptions): HeldSignals {
  let first: NodeJS.Signals | null = null;
  const listener = (signal: NodeJS.Signals): void => {
    if (!isRunning()) return;
    const delay = first === null ? forwardDelay : 0;
    first ??= signal;
    if (interactive && typed.includes(signal)) return;
    setTimeout(() => {
      if (isRunning()) send(signal);
    }, delay).unref();
  };
  for (const signal of held) signals.on(signal, listener);
  return {
    first: () => first,
    release: () => {
      for (const signal of held) signals.off(signal, listener);
    },
  };
}
