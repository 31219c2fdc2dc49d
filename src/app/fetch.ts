import type { Context } from "../context.ts";
import type { OfferState } from "../domain/share/judge-offer.ts";
import type { Offer, SharedState } from "../domain/share/shared-state.ts";
import { threadKey } from "../domain/share/thread-ref.ts";
import { openSharing, type Sharing } from "./share/open-sharing.ts";
import { memoryKey, readRemote, type Found } from "./share/read-remote.ts";
import { takeOffer, type Taken } from "./share/take-offer.ts";
import { openWorkspace } from "./workspace.ts";

export interface FetchOptions {
  readonly remote?: string | null;
  /** Time limit in seconds. */
  readonly timeout?: number | null;
}

export interface FetchedPacket {
  readonly ref: string;
  readonly commit: string;
  /**
   * `current`: active here. `taken`: became so now. `past`: was, or the remote went back to it. `untrusted`: kept apart.
   * `unchecked`: kept apart as well, since nobody could tell whether its signature holds. `diverged`: both moved on.
   * `malformed`: no sound packet.
   */
  readonly state: Exclude<OfferState, "follows"> | "taken" | "unchecked" | "malformed";
  /** The ref points to what it pointed to before something newer. */
  readonly rolled_back: boolean;
  readonly packet_id: string | null;
  readonly branch: string | null;
  readonly topic: string | null;
  readonly author: string | null;
  readonly host: string | null;
  readonly at: string | null;
  readonly signer: string | null;
  readonly fingerprint: string | null;
  /** What is wrong with it, or why it is not trusted. */
  readonly why: string | null;
  /** Files of uncommitted work that were taken into the home. */
  readonly work: number;
}

export interface FetchResult {
  readonly remote: string;
  readonly url: string;
  readonly packets: readonly FetchedPacket[];
  /** Names below `refs/passdown/` that are none of packets, or were more than are looked at. */
  readonly ignored: number;
}

/** States that need nobody. */
const settled: readonly FetchedPacket["state"][] = ["current", "taken", "past"];

/** Whether everything that the remote holds is here or was. */
export function isSettled({ packets }: FetchResult): boolean {
  return packets.every(({ state, rolled_back }) => settled.includes(state) && !rolled_back);
}

/**
 * Brings the packets of the remote. A trusted one that follows the active packet becomes the active one; everything else is
 * kept apart and told. Each is complete before the next begins, so a kill loses nothing that the next fetch does not do.
 */
export async function fetch(context: Context, options: FetchOptions = {}): Promise<FetchResult> {
  const workspace = await openWorkspace(context, { tree: false });
  const sharing = await openSharing(workspace, {
    remote: options.remote ?? null,
    seconds: options.timeout ?? null,
    direction: "fetch",
  });
  const { name: remote, url } = sharing.session;
  const before = activeByKey(sharing);
  const { found, ignored } = await readRemote(sharing, null);
  const taken: Taken[] = [];
  for (const one of found) taken.push(await takeOffer(sharing, one, found));
  const state = nextState(sharing, { found, taken, before });
  workspace.home.shared.writeState(state);
  forgetGone(sharing, state);
  return { remote, url, packets: taken.map(({ packet }) => packet), ignored };
}

/** Active packet of each thread, by the thread's key in refs. */
function activeByKey({ workspace }: Sharing): ReadonlyMap<string, string> {
  return new Map(workspace.home.chain.activeAll().records.map((record) => [threadKey(record), record.packetId]));
}

interface Seen {
  readonly found: readonly Found[];
  readonly taken: readonly Taken[];
  readonly before: ReadonlyMap<string, string>;
}

/**
 * What this remote holds now, beside what others do. A packet that was seen already keeps the active packet of that time,
 * unless that was replaced by this very fetch: then nobody has answered it yet.
 */
function nextState(sharing: Sharing, { found, taken, before }: Seen): SharedState {
  const { home } = sharing.workspace;
  const remote = sharing.session.name;
  const old = home.shared.state();
  const now = activeByKey(sharing);
  const seen = new Map([...old.offers, ...old.malformed].map((one) => [`${one.remote} ${one.ref} ${one.commit}`, one]));
  const activeThen = ({ at }: Found): string | null => {
    const earlier = seen.get(`${remote} ${at.ref} ${at.commit}`);
    const answered = earlier !== undefined && earlier.activeThen !== (before.get(at.name.key) ?? null);
    return answered ? earlier.activeThen : (now.get(at.name.key) ?? null);
  };
  const offers: Offer[] = [];
  const malformed: SharedState["malformed"][number][] = [];
  const newest: Record<string, string> = { ...old.newest };
  found.forEach((one, index) => {
    const { packet, origin, thread } = taken[index] ?? { packet: null, origin: null, thread: null };
    const { ref, commit } = one.at;
    if (packet === null) return;
    if (origin === null || thread === null || packet.packet_id === null) {
      malformed.push({ remote, ref, commit, activeThen: activeThen(one) });
      return;
    }
    const apart = packet.state === "untrusted" || packet.state === "unchecked";
    if (apart || packet.state === "diverged") {
      offers.push({ ...origin, ...thread, ref, commit, packetId: packet.packet_id, activeThen: activeThen(one) });
    }
    if (!apart && !packet.rolled_back) newest[memoryKey(remote, ref)] = commit;
  });
  return {
    offers: [...old.offers.filter((one) => one.remote !== remote), ...offers],
    malformed: [...old.malformed.filter((one) => one.remote !== remote), ...malformed],
    newest,
  };
}

/** What was kept apart and is offered no more goes: strangers could fill the disk with it. */
function forgetGone({ workspace }: Sharing, state: SharedState): void {
  const { home } = workspace;
  const untrusted = home.shared.untrusted();
  if (untrusted.length === 0) return;
  const wanted = new Set(state.offers.map(({ packetId }) => packetId));
  for (const { record } of home.chain.history().entries) wanted.add(record.packetId);
  for (const packetId of untrusted) {
    if (wanted.has(packetId)) continue;
    home.packets.remove(packetId);
    home.shared.forget(packetId);
  }
}
