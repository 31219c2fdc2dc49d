import { pushRefs, type RefUpdate } from "../../adapters/share/push-refs.ts";
import { isBefore } from "../../adapters/share/relate-packets.ts";
import { packetRef, threadKey } from "../../domain/share/thread-ref.ts";
import type { Sharing } from "./open-sharing.ts";
import type { PushStep } from "./push-step.ts";
import { memoryKey, type Found } from "./read-remote.ts";

/**
 * Takes rivals' refs away that lie before the packet that is there now: their commits stay, under it. After the push, since
 * it could have failed; what a kill leaves of it the next push does.
 */
export async function settleRivals(
  { session, store }: Sharing,
  { steps, found }: { readonly steps: readonly PushStep[]; readonly found: readonly Found[] },
): Promise<void> {
  const gone: RefUpdate[] = [];
  for (const { plan, commit, prepared } of steps) {
    if (plan.kind === "conflict" || commit === null) continue;
    const key = threadKey(prepared.thread);
    for (const { at } of found) {
      if (at.name.kind !== "rival" || at.name.key !== key) continue;
      if (await isBefore(store, at.commit, commit)) gone.push({ ref: at.ref, commit: null, expected: at.commit });
    }
  }
  // A rival that moved meanwhile, or that the remote keeps, stays: it does no harm.
  await pushRefs(session, gone);
}

/** What lies there now, so that a remote that goes back behind it is noticed. */
export function rememberPushed({ session, workspace }: Sharing, pushed: readonly PushStep[]): void {
  if (pushed.length === 0) return;
  const { shared } = workspace.home;
  const state = shared.state();
  const entries = pushed.flatMap(({ prepared, commit }) =>
    commit === null ? [] : [[memoryKey(session.name, packetRef(prepared.thread)), commit] as const],
  );
  shared.writeState({ ...state, newest: { ...state.newest, ...Object.fromEntries(entries) } });
}
