import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { readProcessIdentity } from "../../adapters/process/process-identity.ts";
import type { InputSource } from "../../adapters/runs/read-inputs.ts";
import { createRunStore } from "../../adapters/runs/run-store.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../domain/errors.ts";
import { findRedeclared } from "../../domain/runs/find-redeclared.ts";
import { validName } from "../../domain/runs/names.ts";
import type { RunStatus } from "../../domain/runs/run.ts";
import { readContext, readState } from "../../domain/runs/shapes.ts";
import type { RunStore } from "../../domain/runs/store.ts";
import { documentsOf } from "./describe-run.ts";
import { mendState } from "./mend-state.ts";
import { openRun } from "./open-run.ts";
import type { OpenRunOptions, RefusedReason } from "./open-types.ts";
import { runRoot } from "./run-place.ts";
import { unknownRun } from "./unknown-run.ts";

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
  /** It began before, declared as now: whoever runs a script again goes on with it, or finds it finished. */
  | { readonly result: "exists"; readonly path: string; readonly status: RunStatus }
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
  const store = createRunStore(root);
  const { attemptOf = null } = options;
  if (attemptOf !== null && store.read(validName("run", attemptOf)) === null) throw unknownRun(attemptOf, options.root);
  const declared: OpenRunOptions = { ...rest, root, inputs, mode: "start" };
  const opened = await openRun(context, { ...declared, caller: readProcessIdentity(context.ppid) });
  if (opened.result === "opened") {
    opened.run.close();
    return { result: "started", path: join(root, "runs", options.name) };
  }
  if (opened.reason !== "run_exists") return { result: "refused", reason: opened.reason, detail: opened.detail };
  return meet(context, store, declared);
}

/** The run that is there already, if it was declared as it is now. */
function meet(context: Context, store: RunStore, declared: OpenRunOptions): StartRunResult {
  const { name } = declared;
  mendState(store, name, store.read(name));
  const bytes = store.read(name)?.bytes;
  const old = readContext(textOf(bytes?.get("context.json")));
  const state = readState(textOf(bytes?.get("state.json")));
  const refuse = (reason: RefusedReason, detail: string): StartRunResult => ({ result: "refused", reason, detail });
  if (!old.ok || !state.ok)
    return refuse("run_exists", `a run called ${name} exists already, and its documents cannot be read`);
  const difference = findRedeclared(old.value, documentsOf(context, declared).runContext);
  if (difference !== null)
    return refuse("run_exists", `a run called ${name} exists already, declared in another way: ${difference}`);
  const { status, reason } = state.value;
  if (status === "failed") return refuse("run_ended", `run ${name} failed: ${reason ?? "no reason was given"}`);
  return { result: "exists", path: join(declared.root ?? "", "runs", name), status };
}

function textOf(bytes: Uint8Array | undefined): string {
  return new TextDecoder().decode(bytes);
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
