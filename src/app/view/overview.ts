import { basename } from "node:path";
import type { Context } from "../../context.ts";
import { mapStrings } from "../../domain/generate/map-strings.ts";
import type { LoadedFacts, PickupFacts } from "../../domain/pickup/facts.ts";
import type { RunBrief } from "../../domain/runs/run-brief.ts";
import { claimRows } from "../../domain/view/claim-rows.ts";
import { holderOf } from "../../domain/team/holder.ts";
import type { TeamFacts } from "../../domain/team/team-facts.ts";
import type { Overview, Present, TeamState } from "../../domain/view/view-model.ts";
import { lookAhead } from "../inspect-packet.ts";
import { judgePresent, type PresentJudgement } from "../judge-present.ts";
import { syncTeam } from "../team/sync-team.ts";
import { openWorkspace, type Workspace } from "../workspace.ts";
import { readBoard } from "./board.ts";

/** What a hook hands to a model; characters. */
const limits = { tokens: 2_000, chars: 9_000 } as const;

/** This branch now against then, and where every other branch stands. `revision` was taken before anything was read. */
export async function readOverview(context: Context, revision: string): Promise<Overview> {
  const opening = openWorkspace(context, { tree: true });
  const ahead = lookAhead(context);
  const workspace = await opening;
  const team = await syncTeam(workspace, { patience: "hook", sessionId: null, what: "look" });
  const judged = await judgePresent(workspace, { topic: null, session: null, ahead, limits, mend: false, team });
  const board = await readBoard(workspace, judged.evidence.topic);
  const { scene, redactor } = workspace;
  return {
    repository: {
      name: redactor.redact(basename(scene.root)),
      root: redactor.redact(scene.root),
      kind: scene.kind,
    },
    revision,
    at: context.now().toISOString(),
    present: presentOf(workspace, judged),
    board: board.rows,
    team: team === null ? null : mapStrings(teamOf(team), (text) => redactor.redact(text)),
    needsYou: {
      questions: board.questions,
      runs: judged.snapshot.runs.filter(waitsForSomebody).length,
      branches: board.rows.filter(({ needs }) => needs.some((need) => need !== "run")).length,
    },
  };
}

function teamOf({ store, unused, outage, asOf, claims }: TeamFacts): TeamState {
  return { store, problem: unused?.why ?? outage?.detail ?? null, asOf, holders: claims.map(holderOf) };
}

function presentOf({ scene, redactor }: Workspace, judged: PresentJudgement): Present {
  const { picked, evidence, verification, cleanState } = judged;
  const { facts } = picked;
  const claims = isLoaded(facts) ? claimRows(facts, verification.verdict) : [];
  return {
    branch: scene.head.branch,
    topic: evidence.topic,
    headCommit: scene.head.commit,
    decision: picked.decision,
    reasons: picked.reasons,
    packetId: picked.packet_id,
    createdAt: picked.packet?.created_at ?? null,
    // What was edited, or made elsewhere, was never looked at for secrets.
    nextAction: picked.next_action === null ? null : redactor.redact(picked.next_action),
    claims: mapStrings(claims, (text) => redactor.redact(text)),
    brief: { text: redactor.redact(picked.brief), chars: picked.brief.length, limit: limits.chars },
    cleanState,
    verdict: verification.verdict,
  };
}

function isLoaded(facts: PickupFacts): facts is LoadedFacts {
  return facts.subject.kind === "loaded";
}

/** A run that nobody executes, and that cannot be gone on with as it is. */
function waitsForSomebody({ executing, decision }: RunBrief): boolean {
  return !executing && (decision === "needs_human" || decision === "stop");
}
