import type { HookRequest } from "../app/hooks/serve-hook.ts";
import { beginStatus } from "../adapters/git/begin-status.ts";
import { endOnSignals } from "../launch/end-on-signals.ts";
import { loadProgram, type Program } from "../launch/load-program.ts";

export type Serve = (request: HookRequest, programFolder: string) => Promise<string>;

let program: Program | null = null;

/** The events that read the whole scene: served by the same program as the command line. The answer's text. */
export const serve: Serve = async (request, programFolder) => {
  endOnSignals((name) => program?.signalRunning(name) ?? 0);
  const begun = beginStatus(request.cwd, request.env);
  program = loadProgram(programFolder, `hook${request.moment.replace("_", "")}`);
  return program.serveHook({ begun, request });
};
