import type { Context } from "../../src/context.ts";
import { testEnv } from "../git/repository.ts";

const silent = { write: (): void => undefined, isTTY: false, columns: 80 };

/** The use cases as they run in a folder, at a moment of the test's choice. */
export function contextIn(cwd: string, changes: Partial<Context> = {}): Context {
  return {
    cwd,
    env: testEnv,
    pid: process.pid,
    ppid: process.ppid,
    now: () => new Date(),
    stdout: silent,
    stderr: silent,
    ...changes,
  };
}
