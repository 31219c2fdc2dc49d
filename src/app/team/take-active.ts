import { AppError } from "../../domain/errors.ts";
import { publishedText, readSoundPacket } from "../../domain/packet-file.ts";
import { judgeOffer } from "../../domain/share/judge-offer.ts";
import type { Offer, Origin } from "../../domain/share/shared-state.ts";
import type { SharedPacket, TeamStore } from "../../domain/team/team-store.ts";
import { inTurn } from "../share/in-turn.ts";
import type { Workspace } from "../workspace.ts";
import { remoteOf } from "./next-write.ts";
import type { Team } from "./open-team.ts";

/** So far back it is looked whether a packet of the store came after the one that is active here. */
const historyLength = 1_000;

/**
 * Brings what others made active on a branch. A packet that follows the active one here becomes the active one; one that was
 * made beside it is kept apart, for a human. Whoever has a login of the store is believed: that is what the login is for.
 */
export async function takeActive(
  workspace: Workspace,
  { team, store, active }: { readonly team: Team; readonly store: TeamStore; readonly active: readonly SharedPacket[] },
): Promise<void> {
  const { home, scene } = workspace;
  const remote = remoteOf(team);
  const diverged: Offer[] = [];
  for (const packet of active) {
    if (packet.thread.branch !== scene.head.branch) continue;
    const offer = await takeOne(workspace, { store, packet, remote });
    if (offer !== null) diverged.push(offer);
  }
  const isOfHere = (one: Offer): boolean => one.remote === remote && one.branch === scene.head.branch;
  const seenBefore = (all: readonly Offer[]): readonly Offer[] =>
    diverged.map((offer) => all.find((one) => isOfHere(one) && one.packetId === offer.packetId) ?? offer);
  const known = home.shared.offers().offers;
  if (JSON.stringify(known.filter(isOfHere)) === JSON.stringify(seenBefore(known))) return;
  await keepOffers(workspace, () => {
    const state = home.shared.state();
    const others = state.offers.filter((one) => !isOfHere(one));
    home.shared.writeState({ ...state, offers: [...others, ...seenBefore(state.offers)] });
  });
}

/** A fetch may hold the lock for as long as its remote takes, and a damaged file is told by pickup: the next look does it. */
async function keepOffers(workspace: Workspace, write: () => void): Promise<void> {
  try {
    await inTurn(workspace, { name: "share", seconds: 1 }, async () => write());
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== "environment") throw error;
  }
}

/** What was archived for everybody is active nowhere. */
export async function endArchived(
  { home, scene, context }: Workspace,
  { store, active }: { readonly store: TeamStore; readonly active: readonly SharedPacket[] },
): Promise<void> {
  for (const { branch, topic, packetId } of home.chain.activeAll().records) {
    if (branch !== scene.head.branch) continue;
    if (active.some(({ thread }) => thread.branch === branch && thread.topic === topic)) continue;
    const [newest] = await store.packets.history({ branch, topic }, 1);
    if (newest?.packetId !== packetId || newest.status !== "archived") continue;
    home.chain.archive({
      branch,
      topic,
      packetId,
      reason: "archived in the team's store",
      at: context.now().toISOString(),
    });
  }
}

interface Taking {
  readonly store: TeamStore;
  readonly packet: SharedPacket;
  readonly remote: string;
}

/** The offer that is left for a human; null where nothing is. */
async function takeOne(workspace: Workspace, { store, packet: shared, remote }: Taking): Promise<Offer | null> {
  const { home, redactor, context } = workspace;
  const { packetId, digest, thread, writer } = shared;
  const active = home.chain.active(thread).record?.packetId ?? null;
  const known = home.chain.holds({ packetId, digest, ...thread });
  const follows = !known && active !== null && (await comesAfter(store, shared, active));
  const verdict = judgeOffer({ packetId, active, known, trusted: true, past: false, follows });
  if (verdict === "current" || verdict === "past" || verdict === "untrusted") return null;
  const waiting = home.shared.offers().offers.find((one) => one.remote === remote && one.packetId === packetId);
  if (verdict === "diverged" && waiting?.commit === digest && home.packets.stamp(packetId) !== null) return waiting;
  const files = await store.packets.files(packetId);
  const packet = files === null ? "it is not there" : readSoundPacket(files.handoffJson);
  // What is not what it says is left where it lies; the next packet of that thread follows what is active here.
  if (files === null || typeof packet === "string" || packet.digest !== digest) return null;
  if (packet.branch !== thread.branch || packet.topic !== thread.topic) return null;
  const origin: Origin = {
    remote,
    author: redactor.redact(writer.author),
    host: redactor.redact(writer.host),
    at: packet.created_at,
    signer: null,
    fingerprint: null,
    key: null,
    untrusted: null,
  };
  const handoffJson = publishedText(packet);
  home.shared.writeOrigin(packetId, origin);
  if (verdict === "diverged") {
    home.packets.put(packetId, digest, { handoffJson, handoffMd: files.handoffMd });
    return { ...origin, ...thread, ref: "", commit: digest, packetId, activeThen: active };
  }
  const at = context.now().toISOString();
  // Somebody who packs here at this moment was first: the next look judges anew.
  home.chain.publish({
    packetId,
    digest,
    ...thread,
    expectActive: active,
    at,
    handoffJson,
    handoffMd: files.handoffMd,
  });
  return null;
}

/** The store knows the active packet of here as one before it. */
async function comesAfter(store: TeamStore, { thread, seq }: SharedPacket, active: string): Promise<boolean> {
  const history = await store.packets.history(thread, historyLength);
  return history.some((one) => one.packetId === active && one.seq < seq);
}
