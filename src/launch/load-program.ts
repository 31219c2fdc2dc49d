import { lstatSync, readFileSync } from "node:fs";
import Module from "node:module";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { Script, constants } from "node:vm";
import type { HookRequest } from "../app/hooks/serve-hook.ts";
import type { BegunStatus } from "../adapters/git/begin-status.ts";
import { codeCachePath, isOursAlone } from "./code-cache-path.ts";
import type { SignalRunning } from "./end-on-signals.ts";
import { openSeal } from "./seal-code.ts";

/** What the program exports. */
export interface Program {
  readonly runProgram: (options: { readonly begun: BegunStatus | null }) => Promise<void>;
  readonly serveHook: (options: { readonly begun: BegunStatus; readonly request: HookRequest }) => Promise<string>;
  readonly signalRunning: SignalRunning;
  /** Keeps compiled code for the next start; never fails. */
  readonly keepCode: (path: string, code: Uint8Array) => void;
}

/**
 * The first run of a command may have done little, for want of a packet, say, and code holds what its run called. So it
 * is kept again after a while, by a run that then holds both; that costs about 20 ms.
 */
const keptForMs = 10 * 60_000;

/**
 * Loads the program beside the launcher with the code that an earlier start compiled. Compiling half a megabyte of
 * JavaScript costs more than all that most commands do; V8 takes kept code only for the same source length, version and
 * flags, and the file's name holds a digest of the source.
 */
export function loadProgram(folder: string, command: string | undefined): Program {
  const file = join(folder, "program.cjs");
  // The build leaves ASCII only.
  const source = readFileSync(file, "latin1");
  const path = codeCachePath({
    env: process.env,
    programId: readText(join(folder, "program.id")),
    command,
    runtime: `${process.version}-${process.arch}`,
  });
  const cachedData = path === null ? undefined : readCode(path);
  const script = new Script(Module.wrap(source), {
    filename: file,
    ...(cachedData === undefined ? {} : { cachedData }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const module: { exports: Program | Record<string, never> } = { exports: {} };
  const run = script.runInThisContext() as (...wrapped: readonly unknown[]) => void;
  run.call(module.exports, module.exports, require, module, file, folder);
  const program = module.exports as Program;
  if (path !== null && (cachedData === undefined || script.cachedDataRejected === true || isOld(path))) {
    // At the end, when the functions that this command calls have been compiled.
    process.once("exit", () => program.keepCode(path, script.createCachedData()));
  }
  return program;
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return "";
  }
}

function isOld(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat === undefined || Math.abs(Date.now() - stat.mtimeMs) > keptForMs;
}

function readCode(path: string): Buffer | undefined {
  const user = process.geteuid?.() ?? null;
  try {
    if (!isOursAlone(dirname(path), user) || !isOursAlone(path, user)) return undefined;
    return openSeal(basename(path), readFileSync(path)) ?? undefined;
  } catch {
    return undefined;
  }
}
