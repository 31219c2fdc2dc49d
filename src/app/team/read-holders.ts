import { AppError } from "../../domain/errors.ts";
import type { ChainRecord } from "../../domain/home.ts";
import { holderOf } from "../../domain/team/holder.ts";
import type { TeamFacts } from "../../domain/team/team-facts.ts";
import type { HolderView, TeamView } from "../../render/views.ts";
import type { Workspace } from "../workspace.ts";

/** Who works on what: sessions of this machine on active packets of this branch, and everybody whom the store knows. */
export function readHolders(
  workspace: Pick<Workspace, "home" | "scene">,
  { team, sessionId }: { readonly team: TeamFacts | null; readonly sessionId: string | null },
): readonly HolderView[] {
  const { home, scene } = workspace;
  const local = home.chain
    .activeAll()
    .records.filter(({ branch }) => branch === scene.head.branch)
    .flatMap((record) => localHolder(workspace, record, sessionId) ?? []);
  const shared = (team?.claims ?? []).map((claim): HolderView => {
    return { where: "store", ...holderOf(claim), own: team?.own.includes(claim.id) === true };
  });
  // A session that holds a thread in both places is told once, by what everybody sees.
  const told = local.filter(
    (one) => !shared.some(({ own, branch, topic }) => own && branch === one.branch && topic === one.topic),
  );
  return [...told, ...shared];
}

function localHolder(
  { home }: Pick<Workspace, "home">,
  { packetId, branch, topic }: ChainRecord,
  sessionId: string | null,
): HolderView | null {
  try {
    const standing = home.claims.current(packetId);
    if (standing === null || standing.alive === false) return null;
    const { claim, alive } = standing;
    const { command, pid, host } = claim.holder;
    return {
      where: "home",
      branch,
      topic,
      claim: claim.id,
      who: `${command}, process ${pid} on ${host}`,
      since: claim.at,
      until: null,
      state: alive === true ? "live" : "unknown",
      own: sessionId !== null && claim.sessionId === sessionId,
    };
  } catch (error) {
    // The pickup says that nobody can tell who holds it.
    if (error instanceof AppError && error.kind === "environment") return null;
    throw error;
  }
}

/** With the keys of a document. */
export function viewTeam(team: TeamFacts): TeamView {
  return {
    store: team.store,
    used: team.unused === null,
    problem: team.unused?.why ?? team.outage?.detail ?? null,
    away_since: team.outage?.since ?? null,
    as_of: team.asOf,
    waiting: team.waiting,
    refused: team.refused.map(({ packetId, result, detail }) => ({ packet_id: packetId, result, detail })),
  };
}
