import { readSync } from "node:fs";

/** A client that keeps the pipe open is no reason to hold it up. */
const longestWait = 2000;
const pause = 5;

/**
 * Everything on a file descriptor. One that somebody made non-blocking answers EAGAIN until its writer comes: that is
 * waited out, for a bounded time; what came by then is the answer.
 */
export function readInput(fd: number): string {
  const chunks: Buffer[] = [];
  const chunk = Buffer.alloc(65_536);
  let waited = 0;
  for (;;) {
    try {
      const size = readSync(fd, chunk);
      if (size === 0) break;
      chunks.push(Buffer.from(chunk.subarray(0, size)));
    } catch (error) {
      if (!isAgain(error) || waited >= longestWait) {
        if (isAgain(error) || isEnd(error)) break;
        throw error;
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
      waited += pause;
    }
  }
  return Buffer.concat(chunks).toString("utf8");
}

function isAgain(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EAGAIN";
}

/** Windows reports a closed pipe so. */
function isEnd(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EOF";
}
