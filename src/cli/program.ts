import process from "node:process";
import { adoptStatus } from "../adapters/git/adopt-status.ts";
import type { BegunStatus } from "../adapters/git/begin-status.ts";
import { signalRunning } from "../adapters/git/running-git.ts";
import { createContext } from "../create-context.ts";
import { serveHook as serve, type HookRequest } from "../app/hooks/serve-hook.ts";
import { main } from "./main.ts";

export { keepCode } from "../launch/keep-code.ts";
export { signalRunning };

/** Runs this process's command line. */
export async function runProgram({ begun }: { readonly begun: BegunStatus | null }): Promise<void> {
  const changes = begun === null ? {} : { begun: adoptStatus(begun) };
  process.once("exit", () => signalRunning("SIGKILL"));
  // A reader that went away (`| head`) is not our failure.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
  process.exitCode = await main({ argv: process.argv.slice(2), context: createContext(changes) });
  // Nobody waits for what is still being read: after a wrong call, say, or a failure beside it.
  signalRunning("SIGKILL");
}

/** Serves one event of a client's hook; the text is what the client is to be told. */
export async function serveHook(options: {
  readonly begun: BegunStatus;
  readonly request: HookRequest;
}): Promise<string> {
  const { begun, request } = options;
  process.once("exit", () => signalRunning("SIGKILL"));
  const context = createContext({ begun: adoptStatus(begun), cwd: request.cwd });
  try {
    return await serve(context, request);
  } finally {
    signalRunning("SIGKILL");
  }
}
