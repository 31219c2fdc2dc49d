import { withTemporaryFolder } from "../../adapters/git/temporary-folder.ts";
import { readProcessIdentity } from "../../adapters/process/process-identity.ts";
import { askProbe } from "../../adapters/runs/ask-probe.ts";
import { createRunStore } from "../../adapters/runs/run-store.ts";
import { createRedactor } from "../../adapters/secrets/create-redactor.ts";
import type { Context } from "../../context.ts";
import { sha256 } from "../../domain/digest.ts";
import { redactArgv } from "../../domain/feedback/redact-argv.ts";
import { validName } from "../../domain/runs/names.ts";
import { attachFinished, hasFinished, type RefusedRun } from "./attach-finished.ts";
import { checkStep } from "./check-step.ts";
import { executeCommand, type StepChild } from "./execute-command.ts";
import type { Probe } from "./inspect-run.ts";
import { openRun } from "./open-run.ts";
import type { RefusedReason } from "./open-types.ts";
import { runRoot } from "./run-place.ts";
import type { StepResult, StepSpec } from "./step-types.ts";
import { unknownRun } from "./unknown-run.ts";

export interface RunCommandOptions {
  readonly run: string;
  readonly root: string | null;
  readonly step: Omit<StepSpec<null>, "do" | "probe" | "command">;
  /** The effect: a program and its arguments. */
  readonly argv: readonly string[];
  readonly takeover: string | null;
}

export type RunCommandEnd =
  | { readonly kind: "not_opened"; readonly reason: RefusedReason; readonly detail: string }
  /** `status`: what the command ended with; null when it was not executed. */
  | { readonly kind: "step"; readonly result: StepResult<null>; readonly status: number | null };

/**
 * One step whose effect is a command: an executor of its own, on behalf of the script that calls it. The command's streams
 * and exit code go through; what it declares in the file of PASSDOWN_OUTCOME is kept as soon as it stands there.
 */
export async function runCommand(context: Context, options: RunCommandOptions): Promise<RunCommandEnd> {
  const { step, argv } = options;
  const name = validName("run", options.run);
  // Before the run is opened, which writes.
  const key = checkStep(step);
  const root = runRoot(context, options.root);
  const opened = await openRun(context, {
    name,
    root,
    mode: "resume",
    takeover: options.takeover,
    caller: readProcessIdentity(context.ppid),
  });
  if (opened.result === "refused") return attach(context, { ...options, step: { ...step, key } }, opened);
  const contextBytes = createRunStore(root).read(name)?.bytes.get("context.json") ?? "";
  const child: StepChild = {
    context,
    run: name,
    contextSha256: sha256(contextBytes),
    argv,
    status: null,
    release: () => undefined,
  };
  try {
    const result = await opened.run.step<null>({
      ...step,
      key,
      command: redactArgv(argv, createRedactor().redact),
      ...(step.probeCommand === undefined ? {} : { probe: probeOf(context, step.probeCommand) }),
      do: async (handle) => {
        await withTemporaryFolder(context.env, (folder) => executeCommand(child, handle, folder));
        return null;
      },
    });
    return { kind: "step", result, status: child.status };
  } finally {
    opened.run.close();
    child.release();
  }
}

/** What can still be done in a run that could not be opened: attach to what a finished one did. */
async function attach(
  context: Context,
  { run, root, step, takeover }: RunCommandOptions,
  refused: RefusedRun,
): Promise<RunCommandEnd> {
  const { reason, detail, inspection } = refused;
  if (reason === "run_unknown") throw unknownRun(run, root);
  if (!hasFinished(refused) || takeover !== null) return { kind: "not_opened", reason, detail };
  if (inspection?.reason === "context_changed") return { kind: "not_opened", reason: "context_changed", detail };
  const store = createRunStore(runRoot(context, root));
  const result = await attachFinished<null>(context, store, { refused, spec: { ...step, do: () => null } });
  if (result !== null) return { kind: "step", result, status: null };
  const found = inspection?.steps.find(({ key }) => key === step.key);
  const why = found === undefined ? "that step is none of its own" : found.detail;
  return { kind: "not_opened", reason, detail: `run ${run} has finished, without step ${step.key}: ${why}` };
}

function probeOf(context: Context, command: readonly string[]): Probe {
  return ({ operation, progress }) =>
    Promise.resolve(askProbe({ command, operation, progress, base: context.cwd, env: context.env }));
}
