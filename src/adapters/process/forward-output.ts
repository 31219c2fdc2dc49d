import type { Readable, Writable } from "node:stream";

export interface ForwardOptions {
  readonly source: Readable;
  /** Where the bytes go on to; null swallows them. */
  readonly sink: Writable | null;
  readonly capture: (chunk: Uint8Array) => void;
}

export interface Forwarding {
  /** Resolves when the source has ended and the sink took everything. */
  readonly done: Promise<void>;
  /** Waits for a slow reader: silence then means nothing. */
  readonly isPaused: () => boolean;
  readonly bytes: () => number;
  readonly sinkClosed: () => boolean;
  /** Stop listening; a writer gets SIGPIPE from then on. */
  readonly stop: () => void;
}

/** Hands bytes on unchanged and at the pace of the slower side, and shows each chunk to `capture` first. */
export function forwardOutput({ source, sink, capture }: ForwardOptions): Forwarding {
  let bytes = 0;
  let paused = false;
  let closed = false;
  let pending = 0;
  let ended = false;
  let finish: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });

  function settle(): void {
    if (!ended || (pending > 0 && !closed)) return;
    sink?.off("error", breakOff);
    sink?.off("close", breakOff);
    finish();
  }

  /** Its reader went away (EPIPE), or the terminal did (EIO): the child must notice as it would without us. */
  function breakOff(): void {
    closed = true;
    paused = false;
    source.destroy();
    settle();
  }

  function write(chunk: Uint8Array, target: Writable): void {
    pending += 1;
    const more = target.write(chunk, () => {
      pending -= 1;
      settle();
    });
    if (more) return;
    paused = true;
    source.pause();
    target.once("drain", () => {
      paused = false;
      source.resume();
    });
  }

  sink?.on("error", breakOff);
  sink?.on("close", breakOff);
  source.on("data", (chunk: Uint8Array) => {
    bytes += chunk.length;
    capture(chunk);
    if (sink !== null && !closed) write(chunk, sink);
  });
  // Reading from a pipe fails only when its other side broke: what came before was handed on.
  source.on("error", () => undefined);
  source.on("close", () => {
    ended = true;
    settle();
  });

  return {
    done,
    isPaused: () => paused,
    bytes: () => bytes,
    sinkClosed: () => closed,
    stop: () => source.destroy(),
  };
}
