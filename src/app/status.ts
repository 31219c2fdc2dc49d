import type { Context } from "../context.ts";
import type { CleanState } from "../domain/clean-state.ts";
import type { Decision, Reason } from "../domain/decision.ts";
import type { Packet } from "../domain/packet.ts";
import { openNotes } from "../domain/generate/own-notes.ts";
import { quoteCommand } from "../domain/feedback/quote-command.ts";
import type { WorkbenchSnapshot } from "../domain/snapshot.ts";
import type { RunDecision, RunReason } from "../domain/runs/inspection.ts";
import type { Origin } from "../domain/share/shared-state.ts";
import type { Verdict } from "../domain/verification.ts";
import type { FeedbackRecord } from "../domain/workbench.ts";
import { askingSession } from "./asking-session.ts";
import { judgePresent } from "./judge-present.ts";
import { lookAhead } from "./inspect-packet.ts";
import type { HolderView, OfferView, TeamView } from "../render/views.ts";
import { readHolders, viewTeam } from "./team/read-holders.ts";
import { syncTeam } from "./team/sync-team.ts";
import { viewOffer } from "./share/standing-offers.ts";
import { openWorkspace } from "./workspace.ts";

export interface StatusOptions {
  readonly topic?: string | null;
  readonly session?: string | null;
  /** Of the brief, where the configuration does not say. */
  readonly language?: "en" | "zh";
  /** False: files of packets that a crash left behind their chain stay as they are. */
  readonly mend?: boolean;
  /** See `PickupOptions`. */
  readonly nameCommands?: (advice: string) => string;
}

export interface StatusResult {
  readonly decision: Decision;
  readonly reasons: readonly Reason[];
  readonly packet_id: string | null;
  readonly next_action: string | null;
  readonly brief: string;
  readonly branch: string | null;
  readonly topic: string;
  /** Other topics of this branch with an active packet. */
  readonly topics: readonly string[];
  readonly head_commit: string | null;
  readonly created_at: string | null;
  readonly verdict: Verdict;
  readonly last_known_good_commit: string | null;
  readonly clean_state: CleanState;
  /** Runs that have not ended, and recorded commands whose end nobody recorded. */
  readonly interrupted_runs: readonly InterruptedRun[];
  readonly questions_for_human: Packet["questions_for_human"];
  /** Who shared the active packet; null when it was made here. */
  readonly origin: Origin | null;
  /** Packets of remotes for this branch that wait for a human. */
  readonly offers: readonly OfferView[];
  /** Who works on what: on this machine, and anywhere as the team's store says. */
  readonly holders: readonly HolderView[];
  /** The store that the team shares; null where there is none. */
  readonly team: TeamView | null;
}

export interface InterruptedRun {
  readonly kind: "run" | "command";
  readonly name: string;
  readonly since: string | null;
  /** Of an inspection; null for a command. */
  readonly decision: RunDecision | null;
  readonly reason: RunReason | null;
}

/** Where this branch stands: the active packet and its decision now, the verdict, what keeps the scene from being clean. */
export async function status(context: Context, options: StatusOptions = {}): Promise<StatusResult> {
  const opening = openWorkspace(context, { tree: true });
  // git is at work from here on; meanwhile the packet is read.
  const ahead = lookAhead(context);
  const workspace = await opening;
  const sessionId = askingSession(context, options.session);
  const team = await syncTeam(workspace, { patience: "command", sessionId, what: "look" });
  const { evidence, picked, snapshot, verification, cleanState } = await judgePresent(workspace, {
    topic: options.topic ?? null,
    session: options.session ?? null,
    ahead,
    mend: options.mend ?? true,
    team,
    ...(options.language === undefined ? {} : { language: options.language }),
    ...(options.nameCommands === undefined ? {} : { nameCommands: options.nameCommands }),
  });
  const { scene } = workspace;
  const here = workspace.home.chain.activeAll().records.filter((record) => record.branch === scene.head.branch);
  return {
    decision: picked.decision,
    reasons: picked.reasons,
    packet_id: picked.packet_id,
    next_action: picked.next_action,
    brief: picked.brief,
    branch: scene.head.branch,
    topic: evidence.topic,
    topics: here.map((record) => record.topic).filter((one) => one !== evidence.topic),
    head_commit: scene.head.commit,
    created_at: picked.packet?.created_at ?? null,
    verdict: verification.verdict,
    last_known_good_commit: verification.lastKnownGoodCommit,
    clean_state: cleanState,
    interrupted_runs: [
      ...snapshot.runs.map(({ name, since, decision, reason }): InterruptedRun => ({
        kind: "run",
        name,
        since,
        decision,
        reason,
      })),
      ...interruptedCommands(snapshot),
    ],
    origin: picked.origin,
    offers: picked.facts.offers.map(viewOffer),
    holders: readHolders(workspace, { team, sessionId }),
    team: team === null ? null : viewTeam(team),
    questions_for_human: openNotes(snapshot, "ask")
      .filter((note) => !note.later)
      .map(({ id, text, author, at }) => ({ id, text, author, at })),
  };
}

/** Recorded commands whose end nobody recorded, unless the same command ran again since. */
function interruptedCommands({ feedback, scene }: WorkbenchSnapshot): readonly InterruptedRun[] {
  const newest = new Map<string, FeedbackRecord>();
  for (const record of feedback) {
    if (record.branch === null || record.branch === scene.head.branch) newest.set(quoteCommand(record.command), record);
  }
  return [...newest]
    .filter(([, record]) => record.exitCode === null && record.error?.startsWith("interrupted") === true)
    .map(([name, record]) => ({ kind: "command", name, since: record.startedAt, decision: null, reason: null }));
}
