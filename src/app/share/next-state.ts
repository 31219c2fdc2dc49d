import type { Offer, SharedState } from "../../domain/share/shared-state.ts";
import { threadKey } from "../../domain/share/thread-ref.ts";
import type { Sharing } from "./open-sharing.ts";
import { memoryKey } from "./read-remote.ts";
import type { Taken } from "./take-offer.ts";

/** Active packet of each thread, by the thread's key in refs. */
export function activeByKey({ workspace }: Sharing): ReadonlyMap<string, string> {
  return new Map(workspace.home.chain.activeAll().records.map((record) => [threadKey(record), record.packetId]));
}

export interface Seen {
  readonly taken: readonly Taken[];
  /** Active packets before the fetch. */
  readonly before: ReadonlyMap<string, string>;
  /** Everything that the remote holds was looked at. */
  readonly complete: boolean;
}

/**
 * What this remote holds now, beside what others do. A packet that was seen already keeps the active packet of that time,
 * unless that was replaced by this very fetch: then nobody has answered it yet. Of what strangers put there a bounded number
 * is remembered, and the newest commit only of a thread's own ref and of a trusted signer: those are not many.
 */
export function nextState(sharing: Sharing, { taken, before, complete }: Seen): SharedState {
  const remote = sharing.session.name;
  const old = sharing.workspace.home.shared.state();
  const now = activeByKey(sharing);
  const seen = new Map([...old.offers, ...old.malformed].map((one) => [`${one.remote} ${one.ref} ${one.commit}`, one]));
  const offers: Offer[] = [];
  const malformed: SharedState["malformed"][number][] = [];
  const newest: Record<string, string> = { ...old.newest };
  for (const { found, packet, origin, thread, signed } of taken) {
    const { ref, commit, name } = found.at;
    const earlier = seen.get(`${remote} ${ref} ${commit}`);
    const answered = earlier !== undefined && earlier.activeThen !== (before.get(name.key) ?? null);
    const activeThen = answered ? earlier.activeThen : (now.get(name.key) ?? null);
    if (origin === null || thread === null || packet.packet_id === null) {
      malformed.push({ remote, ref, commit, activeThen });
      continue;
    }
    if (packet.kept && ["untrusted", "unchecked", "diverged"].includes(packet.state)) {
      offers.push({ ...origin, ...thread, ref, commit, packetId: packet.packet_id, activeThen });
    }
    if (signed && !packet.rolled_back && name.kind === "packet") newest[memoryKey(remote, ref)] = commit;
  }
  const refs = new Set(taken.map(({ found }) => found.at.ref));
  const stays = (one: { readonly remote: string; readonly ref: string }): boolean =>
    one.remote !== remote || (!complete && !refs.has(one.ref));
  return {
    offers: [...old.offers.filter(stays), ...offers],
    malformed: [...old.malformed.filter(stays), ...malformed],
    newest,
  };
}
