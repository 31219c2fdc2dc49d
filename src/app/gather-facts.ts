import { readRecentCommits } from "../adapters/git/recent-commits.ts";
import { relateCommit } from "../adapters/git/relate-commit.ts";
import type { CommitRelation } from "../domain/commit-relation.ts";
import { AppError } from "../domain/errors.ts";
import { mapStrings } from "../domain/generate/map-strings.ts";
import type { Asked, Asker, LoadedPacket, PickupFacts, StandingClaim } from "../domain/pickup/facts.ts";
import type { Packet } from "../domain/packet.ts";
import type { TeamFacts } from "../domain/team/team-facts.ts";
import { meantTopic } from "../domain/topic.ts";
import { factsFromEvidence, unknownDamage } from "./facts-from-evidence.ts";
import { factsFromFiles } from "./facts-from-files.ts";
import { findPacket, type FoundPacket } from "./find-packet.ts";
import type { Evidence } from "./gather.ts";
import { standingOffers } from "./share/standing-offers.ts";
import type { InspectedPacket } from "./inspect-packet.ts";
import { showPaths, type ShownPaths } from "./show-paths.ts";
import { safeThread } from "./safe-thread.ts";
import type { Workspace } from "./workspace.ts";

export interface FactsQuestion {
  readonly asked: Asked;
  readonly asker: Asker;
  readonly evidence: Evidence;
  readonly ahead: InspectedPacket | null;
  readonly team: TeamFacts | null;
}

/** Collects what the judgement rests on. Looks further only where what is known already differs from the packet. */
export async function gatherFacts(
  workspace: Workspace,
  { asked, asker, evidence, ahead, team }: FactsQuestion,
): Promise<PickupFacts> {
  const { config, context } = workspace;
  const { found, damage } = await findPacket(workspace, {
    asked,
    meant: safeThread(workspace, { topic: meantTopic(config, evidence.workbench) }).topic,
    ahead,
  });
  const { offers, damage: lost } = standingOffers(workspace.home, asked.branch ?? workspace.scene.head.branch);
  const every = [...damage, ...lost, ...evidence.damage, ...evidence.workbench.damage];
  const now = context.now().toISOString();
  const common = { now, maxAgeDays: config.packet.maxAgeDays, asked, asker, offers, team };
  if (found.kind !== "found") return { ...common, scene: workspace.scene, subject: found, damage: every };
  const shown = showPaths(workspace, found.packet);
  return {
    ...common,
    scene: shown.scene,
    subject: await loadedFacts(workspace, { found, shown, evidence, asker }),
    damage: unknownDamage(every, found.packet, evidence.workbench),
  };
}

interface Loaded {
  readonly found: FoundPacket;
  readonly shown: ShownPaths;
  readonly evidence: Evidence;
  readonly asker: Asker;
}

async function loadedFacts(workspace: Workspace, { found, shown, evidence, asker }: Loaded): Promise<LoadedPacket> {
  const { integrity, foreign, origin, life, otherTopicMeant } = found;
  workspace.redactor.recall(found.packet);
  const packet = withoutSecrets(workspace, found);
  const [history, files] = await Promise.all([
    relateCommits(workspace, packet),
    factsFromFiles(workspace, { packet, shown, workbench: evidence.workbench }),
  ]);
  return {
    kind: "loaded",
    packet,
    otherTopicMeant,
    integrity,
    foreign,
    origin,
    life,
    ...history,
    ...files,
    ...factsFromEvidence(workspace, { packet, evidence, asker, publishedAt: life.publishedAt }),
    ...readClaims(workspace, packet),
  };
}

/** What was published here is redacted already; what somebody wrote into it since, or elsewhere, is not. */
function withoutSecrets({ redactor }: Workspace, { packet, integrity, origin }: FoundPacket): Packet {
  if (integrity.digest === integrity.chainDigest && origin === null) return packet;
  return mapStrings(packet, (text) => redactor.redact(text));
}

type HistoryFacts = Pick<LoadedPacket, "head" | "lastKnownGood" | "recentCommits">;

/**
 * An unmoved head still reaches whatever it reached, unless a shallow boundary was drawn since.
 */
async function relateCommits({ scene, context, redactor }: Workspace, packet: Packet): Promise<HistoryFacts> {
  const { head_commit: head, last_known_good_commit: good } = packet;
  const unmoved = head === scene.head.commit;
  if (scene.kind === "folder" || (unmoved && !scene.shallow))
    return { head: null, lastKnownGood: null, recentCommits: [] };
  const relate = async (commit: string | null): Promise<CommitRelation | null> => {
    if (commit === null) return null;
    const relation = await relateCommit(scene, context.env, commit);
    const added = relation.added.map((one) => ({ ...one, subject: redactor.redact(one.subject) }));
    return { ...relation, added };
  };
  const [headRelation, goodRelation] = await Promise.all([
    unmoved ? null : relate(head),
    good === head ? null : relate(good),
  ]);
  const doubtful = goodRelation !== null && (goodRelation.relation === "gone" || !goodRelation.reachable);
  return {
    head: headRelation,
    lastKnownGood: goodRelation,
    recentCommits: doubtful && scene.head.commit !== null ? await readRecentCommits(scene, context.env, 200) : [],
  };
}

function readClaims({ home }: Workspace, packet: Packet): Pick<LoadedPacket, "claims" | "claimsUnreadable"> {
  try {
    const standing: StandingClaim | null = home.claims.current(packet.packet_id);
    return { claims: standing === null ? [] : [standing], claimsUnreadable: null };
  } catch (error) {
    // Looking works all the same; only nobody can say that the packet is free.
    if (error instanceof AppError && error.kind === "environment")
      return { claims: [], claimsUnreadable: error.message };
    throw error;
  }
}
