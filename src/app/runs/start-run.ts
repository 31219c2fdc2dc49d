import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { readProcessIdentity } from "../../adapters/process/process-identity.ts";
import type { InputSource } from "../../adapters/runs/read-inputs.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../domain/errors.ts";
import { openRun } from "./open-run.ts";
import type { OpenRunOptions, RefusedReason } from "./open-types.ts";
import { runRoot } from "./run-place.ts";

interface Named {
  readonly name: string;
  readonly value: string;
}

export interface StartRunOptions extends Pick<
  OpenRunOptions,
  "name" | "goal" | "may" | "mustNot" | "volatile" | "steps" | "budget" | "attemptOf"
> {
  readonly root: string | null;
  /** Paths of files and folders, by name. */
  readonly files: readonly Named[];
  readonly tools: readonly { readonly name: string; readonly command: readonly string[] }[];
  readonly values: readonly Named[];
}

export type StartRunResult =
  | { readonly result: "started"; readonly path: string }
  | { readonly result: "refused"; readonly reason: RefusedReason; readonly detail: string };

/** Begins a run for a script, whose steps are executors of their own, and lets go of it. */
export async function startRun(context: Context, options: StartRunOptions): Promise<StartRunResult> {
  const { files, tools, values, ...rest } = options;
  const root = runRoot(context, options.root);
  const inputs: readonly InputSource[] = [
    ...files.map(({ name, value: path }): InputSource => ({
      name,
      kind: isFolder(context, path) ? "folder" : "file",
      path,
    })),
    ...tools.map(({ name, command }): InputSource => ({ name, kind: "tool", command })),
    ...values.map(({ name, value }): InputSource => ({ name, kind: "value", value })),
  ];
  refuseDoubles(inputs.map(({ name }) => name));
  const opened = await openRun(context, {
    ...rest,
    root,
    inputs,
    mode: "start",
    caller: readProcessIdentity(context.ppid),
  });
  if (opened.result === "refused") return { result: "refused", reason: opened.reason, detail: opened.detail };
  opened.run.close();
  return { result: "started", path: join(root, "runs", options.name) };
}

function isFolder({ cwd }: Context, path: string): boolean {
  return statSync(resolve(cwd, path), { throwIfNoEntry: false })?.isDirectory() === true;
}

/** A name stands for one input: a later change has to be told by it. */
function refuseDoubles(names: readonly string[]): void {
  const double = names.find((name, index) => names.indexOf(name) !== index);
  if (double === undefined) return;
  throw new AppError({
    kind: "usage",
    code: "input_name_double",
    message: `two inputs of the run are called ${double}`,
    hint: "give each input a name of its own",
  });
}
