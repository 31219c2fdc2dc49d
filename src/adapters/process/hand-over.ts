import { spawn } from "node:child_process";
import { constants } from "node:os";
import process from "node:process";
import { AppError } from "../../domain/errors.ts";

const passedOn: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Gives the terminal to another program until it ends; resolves with the exit code that a shell would tell of it. A
 * Ctrl-C reaches both: it is the program's, not ours.
 */
export function handOver(options: {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}): Promise<number> {
  const [program = "", ...args] = options.argv;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: options.cwd, env: { ...options.env }, stdio: "inherit" });
    const hold = (signal: NodeJS.Signals): void => {
      if (signal !== "SIGINT") child.kill(signal);
    };
    for (const signal of passedOn) process.on(signal, hold);
    const release = (): void => {
      for (const signal of passedOn) process.off(signal, hold);
    };
    child.once("error", (cause) => {
      release();
      reject(
        new AppError({
          kind: "environment",
          code: "client_not_started",
          message: `cannot start ${program}: ${cause.message}`,
          hint: "install it, or put it on PATH; --print shows what would run",
          cause,
        }),
      );
    });
    child.once("close", (code, signal) => {
      release();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
