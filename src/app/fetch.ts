import type { Context } from "../context.ts";
import { isLate } from "../adapters/share/remote-session.ts";
import type { FetchCut } from "../domain/share/fetch-cut.ts";
import type { OfferState } from "../domain/share/judge-offer.ts";
import type { SharedState } from "../domain/share/shared-state.ts";
import { findTrustedBefore, type TrustedBefore } from "./share/find-trusted.ts";
import { inTurn } from "./share/in-turn.ts";
import { activeByKey, nextState } from "./share/next-state.ts";
import { defaultSeconds, openSharing, type Sharing } from "./share/open-sharing.ts";
import { readRemote, type Found } from "./share/read-remote.ts";
import { takeOffer, type Offering, type Taken } from "./share/take-offer.ts";
import { openWorkspace } from "./workspace.ts";

export interface FetchOptions {
  readonly remote?: string | null;
  /** Time limit in seconds. */
  readonly timeout?: number | null;
  /** What may come at most, in MB. */
  readonly maxSize?: number | null;
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
  /** It lies below so many commits of others that are not trusted; 0 for what the ref itself points to. */
  readonly newer_untrusted: number;
  /** False: it is only told here, since more packets of strangers wait than are kept. */
  readonly kept: boolean;
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
  /** Why not everything was looked at; empty when it was. */
  readonly cut: readonly FetchCut[];
}

/** States that need nobody. */
const settled: readonly FetchedPacket["state"][] = ["current", "taken", "past"];

/** Whether everything that the remote holds was seen, and is here or was. */
export function isSettled({ packets, cut }: FetchResult): boolean {
  return cut.length === 0 && packets.every(({ state, rolled_back }) => settled.includes(state) && !rolled_back);
}

/** More packets of strangers than anybody reads, and more hidden threads than there are. */
const roomForStrangers = { packets: 100, bytes: 64 * 1024 * 1024, searches: 50 };

/**
 * Brings the packets of the remote. A trusted one that follows the active packet becomes the active one; everything else is
 * kept apart and told. Each is complete before the next begins, so a kill loses nothing that the next fetch does not do.
 */
export async function fetch(context: Context, options: FetchOptions = {}): Promise<FetchResult> {
  const workspace = await openWorkspace(context, { tree: false });
  const seconds = options.timeout ?? defaultSeconds;
  return inTurn(workspace, { name: "share", seconds }, async () => {
    const sharing = await openSharing(workspace, {
      remote: options.remote ?? null,
      seconds,
      megabytes: options.maxSize ?? null,
      direction: "fetch",
    });
    const { name: remote, url } = sharing.session;
    const before = activeByKey(sharing);
    const { found, ignored, cut } = await readRemote(sharing, null);
    const taken: Taken[] = [];
    const room = { ...roomForStrangers };
    const tips = new Map<string, string>();
    const reasons = new Set(cut);
    for (const one of found) {
      if (isLate(sharing.session)) reasons.add("time");
      else {
        const told = await takeRef(sharing, one, { tips, room });
        const tip = told.find(({ signed, packet }) => signed || packet.state === "current");
        if (one.at.name.kind === "packet" && tip !== undefined) tips.set(one.at.name.key, tip.found.at.commit);
        taken.push(...told);
      }
    }
    const state = nextState(sharing, { taken, before, complete: reasons.size === 0 });
    workspace.home.shared.writeState(state);
    forgetGone(sharing, state);
    return { remote, url, packets: taken.map(({ packet }) => packet), ignored, cut: [...reasons] };
  });
}

/** What lies at a ref; and where nobody trusted signed that, the newest trusted packet below it, which comes first. */
async function takeRef(sharing: Sharing, one: Found, given: Omit<Offering, "below">): Promise<readonly Taken[]> {
  const tip = await takeOffer(sharing, one, { ...given, below: null });
  if (tip.signed) return [tip];
  given.room.searches -= 1;
  const { found, newer, cut } = given.room.searches < 0 ? notSearched : await findTrustedBefore(sharing, one);
  const why = cut ? `${tip.packet.why ?? ""}; not all of what lies below it was looked at`.replace(/^; /, "") : null;
  const told = why === null ? tip : { ...tip, packet: { ...tip.packet, why } };
  if (found === null) return [told];
  const below = await takeOffer(sharing, found, { ...given, below: { tip, newer } });
  return below.packet.state === "past" || below.packet.state === "malformed" ? [told] : [below, told];
}

const notSearched: TrustedBefore = { found: null, newer: 0, cut: true };

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
