import process from "node:process";
import type { BegunStatus } from "../adapters/git/begin-status.ts";
import { createContext } from "../create-context.ts";
import { main } from "./main.ts";

export { keepCode } from "../launch/keep-code.ts";

/** Runs this process's command line. */
export async function runProgram({ begun }: { readonly begun: BegunStatus | null }): Promise<void> {
  // A reader that went away (`| head`) is not our failure.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
  process.exitCode = await main({
    argv: process.argv.slice(2),
    context: createContext(begun === null ? {} : { begun }),
  });
}
