import { readProcessIdentity } from "../../adapters/process/process-identity.ts";
import type { Context } from "../../context.ts";
import { validName } from "../../domain/runs/names.ts";
import { hasFinished } from "./attach-finished.ts";
import { openRun } from "./open-run.ts";
import type { RefusedReason } from "./open-types.ts";
import { unknownRun } from "./unknown-run.ts";

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

/** Ends a run: finished only when every step of it is done, failed only without an effect in doubt, interrupted at any time. */
export async function finishRun(context: Context, options: FinishOptions): Promise<FinishResult> {
  const { root, status, takeover } = options;
  const name = validName("run", options.run);
  const opened = await openRun(context, {
    name,
    root,
    mode: "resume",
    takeover,
    caller: readProcessIdentity(context.ppid),
  });
  if (opened.result === "refused" && opened.reason === "run_unknown") throw unknownRun(name, root);
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
