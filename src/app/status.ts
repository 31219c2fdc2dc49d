import type { Context } from "../context.ts";
import type { CleanState } from "../domain/clean-state.ts";
import type { Decision, Reason } from "../domain/decision.ts";
import type { Packet } from "../domain/packet.ts";
import { openNotes } from "../domain/generate/own-notes.ts";
import type { Verdict } from "../domain/verification.ts";
import { gather, readEvidence } from "./gather.ts";
import { judgeSnapshot } from "./generate-handoff.ts";
import { pickUpIn } from "./pickup.ts";
import { openWorkspace } from "./workspace.ts";

export interface StatusOptions {
  readonly topic?: string | null;
  readonly session?: string | null;
  /** Of the brief, where the configuration does not say. */
  readonly language?: "en" | "zh";
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
  readonly interrupted_runs: readonly { readonly name: string; readonly since: string | null }[];
  readonly questions_for_human: Packet["questions_for_human"];
}

/** Where this branch stands: the active packet and its decision now, the verdict, what keeps the scene from being clean. */
export async function status(context: Context, options: StatusOptions = {}): Promise<StatusResult> {
  const workspace = await openWorkspace(context, { tree: true });
  const topic = options.topic ?? null;
  const session = options.session ?? null;
  const evidence = await readEvidence(workspace, topic);
  const [picked, { snapshot }] = await Promise.all([
    pickUpIn(workspace, { topic, session, ...(options.language === undefined ? {} : { language: options.language }) }),
    gather(workspace, evidence, { topic, session, as: "next" }),
  ]);
  const { verification, cleanState } = judgeSnapshot(snapshot);
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
    interrupted_runs: [],
    questions_for_human: openNotes(snapshot, "ask")
      .filter((note) => !note.later)
      .map(({ id, text, author, at }) => ({ id, text, author, at })),
  };
}
