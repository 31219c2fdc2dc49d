import process from "node:process";
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

/** process.cwd() throws when the folder is gone; PWD still names it for the error message. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return process.env["PWD"] ?? "/";
  }
}

function output(stream: NodeJS.WriteStream): Output {
  return { write: (text) => void stream.write(text), isTTY: stream.isTTY === true, columns: stream.columns ?? 80 };
}
