import { readProcessIdentity } from "../../adapters/process/process-identity.ts";
import type { Context } from "../../context.ts";
import type { InspectedStep } from "../../domain/runs/inspection.ts";
import { validName } from "../../domain/runs/names.ts";
import { inspectRun } from "./inspect-run.ts";
import { hasFinished } from "./attach-finished.ts";
import { openRun } from "./open-run.ts";
import type { RefusedReason } from "./open-types.ts";

export interface FinishOptions {
  readonly run: string;
  readonly root: string | null;
  readonly status: "finished" | "failed" | "interrupted";
  /** Why it failed or was interrupted. */
  readonly reason: string;
  readonly takeover: string | null;
}

export type FinishResult =
  /** `before`: it had finished already, and stays as it is. */
  | { readonly result: "ended"; readonly before: boolean }
  | {
      readonly result: "refused";
      readonly reason: RefusedReason | "steps_not_done" | "steps_in_doubt";
      readonly detail: string;
    };

/** Ends a run. It counts as finished only when every step of it is done; it may fail or be interrupted at any time. */
export async function finishRun(context: Context, options: FinishOptions): Promise<FinishResult> {
  const { root, status, takeover } = options;
  const name = validName("run", options.run);
  const { steps, decision } = await inspectRun(context, name, { root });
  const open = status === "finished" ? steps.find((step) => !isDone(step)) : undefined;
  // Where the record itself is in the way, opening says so.
  if (open !== undefined && (decision !== "stop" || takeover !== null))
    return { result: "refused", reason: "steps_not_done", detail: `step ${open.key}: ${open.detail}` };
  const opened = await openRun(context, {
    name,
    root,
    mode: "resume",
    takeover,
    caller: readProcessIdentity(context.ppid),
  });
  if (opened.result === "refused" && status === "finished" && hasFinished(opened))
    return { result: "ended", before: true };
  if (opened.result === "refused") return { result: "refused", reason: opened.reason, detail: opened.detail };
  const { run } = opened;
  if (status !== "interrupted") {
    const ended = status === "finished" ? run.finish() : run.fail(options.reason);
    if (ended.result === "ended") return { ...ended, before: false };
    run.close();
    return ended;
  }
  run.interrupt(options.reason);
  return { result: "ended", before: false };
}

function isDone({ verdict }: InspectedStep): boolean {
  return verdict === "done" || verdict === "probed_done";
}
