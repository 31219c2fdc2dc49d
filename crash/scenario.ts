import { prepareTruth, noteAcknowledged, type TruthFolder } from "./truth.ts";
import { describeStep } from "./steps.ts";
import type { Context, OpenRunOptions, StepResult } from "./core.ts";
import type { Core } from "./load-core.ts";

export interface Scenario {
  readonly root: string;
  readonly run: string;
  readonly truth: TruthFolder;
  readonly steps: readonly string[];
  readonly end: "finish" | "interrupt" | "close";
  /** Go on after a step that failed, as a careless caller would. */
  readonly stubborn?: boolean;
  readonly options?: Partial<OpenRunOptions>;
}

export interface Executed {
  readonly refused: string | null;
  readonly results: ReadonlyMap<string, StepResult<unknown>>;
  /** What was thrown, by step. */
  readonly errors: readonly string[];
}

/** One executor's work on a run, from opening to its end: begun or gone on with. */
export async function execute(core: Core, context: Context, scenario: Scenario): Promise<Executed> {
  const { root, run: name, truth, steps, end, stubborn = false, options = {} } = scenario;
  prepareTruth(truth);
  const opened = await core.openIn(
    context,
    { name, steps, goal: "a crash test", ...options },
    core.createRunStore(root),
  );
  const results = new Map<string, StepResult<unknown>>();
  if (opened.result === "refused") return { refused: opened.reason, results, errors: [] };
  const { run } = opened;
  const errors: string[] = [];
  const attempt = async (deed: () => unknown): Promise<void> => {
    try {
      await deed();
    } catch (error) {
      if (!stubborn) throw error;
      errors.push(error instanceof Error ? error.message : String(error));
    }
  };
  for (const step of stubborn ? steps.flatMap((key) => [key, key]) : steps) {
    await attempt(async () => {
      const result = await run.step(describeStep(step, truth));
      results.set(step, result);
      // A run that does less than was planned would pass for one that was cut, and every check with it.
      if (result.outcome === "refused" && result.code === "step_not_declared")
        throw new Error(`the scenario is wrong: ${result.detail}`);
      if (result.outcome === "done") noteAcknowledged(truth, step);
      else if (result.outcome === "failed" && stubborn) errors.push(`${step} failed`);
    });
  }
  await attempt(() => {
    if (end === "finish") run.finish();
    else if (end === "interrupt") run.interrupt("the scenario ends here");
    else run.close();
  });
  return { refused: null, results, errors };
}
