/** The input that a worker reads at this moment, seen from outside: a worker that hangs cannot tell it. */
export interface Watched {
  readonly buffer: SharedArrayBuffer;
  /** Said by the worker before each run. */
  readonly enter: (input: Buffer) => void;
  /** Number of runs so far. */
  readonly runs: () => number;
  readonly input: () => Buffer;
}

const headBytes = 8;
const mostBytes = 512 * 1024;

export function watched(buffer: SharedArrayBuffer = new SharedArrayBuffer(headBytes + mostBytes)): Watched {
  const head = new Int32Array(buffer, 0, 2);
  const body = Buffer.from(buffer, headBytes);
  return {
    buffer,
    enter: (input) => {
      Atomics.store(head, 1, input.copy(body, 0, 0, mostBytes));
      Atomics.add(head, 0, 1);
    },
    runs: () => Atomics.load(head, 0),
    input: () => Buffer.from(body.subarray(0, Atomics.load(head, 1))),
  };
}
