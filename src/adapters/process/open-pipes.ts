import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";

/** A pipe of the kernel: our side to read from, and the descriptor that the child gets. */
export interface Pipe {
  readonly source: Readable;
  readonly childSide: number;
  /** To be called once the child has its own copy: the end of the output shows only when no writer is left. */
  readonly closeChildSide: () => void;
}

/**
 * What node calls a pipe is a socket: programs that open /dev/stdout or /dev/stderr fail on it, and one whose reader
 * went away sees a connection reset in place of SIGPIPE. A FIFO is a real pipe; its names are gone again before anybody
 * could open them. null where there are none (Windows, no temporary folder): the caller falls back to node's.
 */
export function openPipes(count: number): readonly Pipe[] | null {
  let folder: string | null = null;
  const opened: number[] = [];
  try {
    folder = mkdtempSync(join(tmpdir(), "passdown-pipe-"));
    const paths = Array.from({ length: count }, (_, index) => join(folder ?? "", String(index)));
    execFileSync("mkfifo", ["-m", "600", ...paths], { stdio: "ignore", timeout: 2000 });
    const ends = paths.map((path) => {
      // In this order: a reader that does not wait, then a writer that need not wait for one.
      const read = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
      opened.push(read);
      const write = openSync(path, constants.O_WRONLY);
      opened.push(write);
      return { read, write };
    });
    return ends.map(({ read, write }) => ({
      source: new Socket({ fd: read, readable: true, writable: false }),
      childSide: write,
      closeChildSide: () => closeSync(write),
    }));
  } catch {
    for (const descriptor of opened) closeSync(descriptor);
    return null;
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  }
}
