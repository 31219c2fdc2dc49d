import process from "node:process";
import { currentFolder } from "./current-folder.ts";
import type { Context, Output } from "./context.ts";

/** The context of this process: what the command line uses, and what a library caller starts from. */
export function createContext(changes: Partial<Context> = {}): Context {
  return {
    cwd: changes.cwd ?? currentFolder(),
    env: process.env,
    pid: process.pid,
    ppid: process.ppid,
    now: () => new Date(),
    stdout: output(process.stdout),
    stderr: output(process.stderr),
    ...changes,
  };
}

function output(stream: NodeJS.WriteStream): Output {
  return { write: (text) => void stream.write(text), isTTY: stream.isTTY === true, columns: stream.columns ?? 80 };
}
