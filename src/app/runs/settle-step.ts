import { readProcessIdentity } from "../../adapters/process/process-identity.ts";
import type { Context } from "../../context.ts";
import { openRun } from "./open-run.ts";
import type { RefusedReason } from "./open-types.ts";
import type { SettledWord, SettleResult } from "./step-types.ts";

export interface SettleOptions {
  readonly run: string;
  readonly key: string;
  readonly root: string | null;
  readonly word: SettledWord;
  readonly takeover: string | null;
}

/** A person's word about one step of a run, as an executor of its own. */
export async function settleStep(
  context: Context,
  { run: name, key, root, word, takeover }: SettleOptions,
): Promise<SettleResult | { readonly result: "not_opened"; readonly reason: RefusedReason; readonly detail: string }> {
  const caller = readProcessIdentity(context.ppid);
  const opened = await openRun(context, { name, root, mode: "resume", takeover, caller });
  if (opened.result === "refused") return { result: "not_opened", reason: opened.reason, detail: opened.detail };
  try {
    return opened.run.settle(key, word);
  } finally {
    opened.run.interrupt(`step ${key} was settled by a person`);
  }
}
