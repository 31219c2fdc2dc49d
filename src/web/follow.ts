import type { LiveView } from "./live-view.ts";

export interface Follower {
  /** Calls back at each new revision, and with null when following ended; the result ends it. */
  readonly subscribe: (listener: (revision: string | null) => void) => () => void;
  readonly close: () => void;
}

/** One look at the home for however many pages follow it, and none while nobody does. */
export function follow(watch: LiveView["watch"]): Follower {
  const listeners = new Set<(revision: string | null) => void>();
  let watching: AbortController | null = null;

  const run = async (controller: AbortController): Promise<void> => {
    try {
      for await (const revision of watch(controller.signal)) for (const listener of listeners) listener(revision);
    } catch {
      // A page whose stream ends comes back by itself, and that begins anew.
    }
    if (watching !== controller) return;
    watching = null;
    for (const listener of listeners) listener(null);
  };

  const stop = (): void => {
    const controller = watching;
    watching = null;
    controller?.abort();
  };

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      if (watching === null) {
        watching = new AbortController();
        void run(watching);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    close: () => {
      stop();
      for (const listener of listeners) listener(null);
      listeners.clear();
    },
  };
}
