import { createSources, readSource, removeManifest, writeReview } from "../../adapters/runs/drill-files.ts";
import { interruptible, Interruption } from "../../adapters/runs/interruptible-store.ts";
import { createRunStore } from "../../adapters/runs/run-store.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../domain/errors.ts";
import { deriveReview, studySource, studyTask } from "../../domain/runs/drill-study.ts";
import type { StepHandle } from "./step-types.ts";
import { keptName } from "./kept-as-it-is.ts";
import { openIn } from "./open-run.ts";
import { runRoot } from "./run-place.ts";
import type { Run } from "./opened-run.ts";
import { toText } from "./to-text.ts";
import { version } from "../../version.ts";

export type DrillCase = "exported" | "partial" | "empty";

export interface DrillOptions {
  readonly case: DrillCase;
  /** Default: resume-01, partial-01 or empty-01. */
  readonly run?: string | null;
  readonly root?: string | null;
}

export type DrillResult =
  | {
      readonly result: "built";
      readonly status: "interrupted";
      readonly case: DrillCase;
      readonly simulated: true;
      readonly actual_api_calls: 0;
      readonly run: string;
    }
  | { readonly result: "refused"; readonly reason: "run_exists"; readonly run: string; readonly detail: string };

const names: Readonly<Record<DrillCase, string>> = { exported: "resume-01", partial: "partial-01", empty: "empty-01" };

/**
 * Builds a teaching interruption for real: a run with inputs, whose export goes through the same code as any other step
 * and is interrupted before its receipt. Only SIMULATION.json says that it was constructed; no judgement reads its case.
 */
export async function drill(context: Context, options: DrillOptions): Promise<DrillResult> {
  const kind = options.case;
  const name = keptName("run", options.run ?? names[kind]);
  const root = runRoot(context, options.root ?? null);
  // It appears with its mark or not at all: whenever this is cut, nobody takes it for a real run.
  const store = createRunStore(root, { "SIMULATION.json": toText(describeSimulation(kind, context)) });
  if (store.read(name) !== null) return taken(name, `a run called ${name} exists already; nothing was changed`);
  const sources = { "cards.json": studySource, "TASK.md": studyTask };
  if (createSources(root, name, sources) === "exists")
    return taken(name, `there are sources of a run called ${name} already (drill/${name}); nothing was changed`);
  const opened = await openIn({ ...context, cwd: root }, describeRun(name), interruptible(store));
  if (opened.result === "refused") return taken(name, opened.detail);
  await interruptExport(opened.run, { root, kind });
  opened.run.interrupt("interrupted before the receipt of the export was saved (constructed for teaching)");
  if (kind === "partial") removeManifest(root, name);
  return { result: "built", status: "interrupted", case: kind, simulated: true, actual_api_calls: 0, run: name };
}

function taken(run: string, detail: string): DrillResult {
  return { result: "refused", reason: "run_exists", run, detail };
}

function describeRun(name: string): Parameters<typeof openIn>[1] {
  return {
    name,
    mode: "start",
    goal: "export the cards as review.md, once",
    may: ["inspect the run", "verify the artifact", "keep a new recovery record"],
    mustNot: ["run the export again", "change or complete the old run", "call the content reviewed"],
    inputs: [
      { name: "cards", kind: "file", path: `drill/${name}/cards.json` },
      { name: "task", kind: "file", path: `drill/${name}/TASK.md` },
    ],
    budget: { attempts: 1 },
    steps: ["export", "verify"],
  };
}

async function interruptExport(
  run: Run,
  { root, kind }: { readonly root: string; readonly kind: DrillCase },
): Promise<void> {
  let outcome: string;
  try {
    ({ outcome } = await run.step({
      key: "export",
      artifact: "artifact",
      free: true,
      do: ({ folder }: StepHandle) => {
        if (kind === "empty") throw new Interruption("interrupted before anything was written");
        writeReview(folder ?? "", deriveReview(readSource(root, run.name, "cards.json")));
      },
    }));
  } catch (error) {
    if (error instanceof Interruption) return;
    throw error;
  }
  throw new AppError({
    kind: "bug",
    code: "drill_not_interrupted",
    message: `the export of the drill came to its end: ${outcome}`,
  });
}

function describeSimulation(kind: DrillCase, { now }: Context): object {
  return {
    schema_version: 1,
    simulated: true,
    case: kind,
    built_at: now().toISOString(),
    built_by: `passdown ${version} drill --case ${kind}`,
    note: "constructed for teaching: no process was killed, no power was cut, no service failed, no model was called",
  };
}
