import type { CleanState } from "../domain/clean-state.ts";
import { mapStrings } from "../domain/generate/map-strings.ts";
import type { WorkbenchSnapshot } from "../domain/snapshot.ts";
import type { TeamFacts } from "../domain/team/team-facts.ts";
import type { Verification } from "../domain/verification.ts";
import { createGather, readEvidence, type Evidence } from "./gather.ts";
import { judgeSnapshot } from "./generate-handoff.ts";
import type { InspectedPacket } from "./inspect-packet.ts";
import { pickUpIn, type PickupOptions, type PickupResult } from "./pickup.ts";
import type { Workspace } from "./workspace.ts";

export interface PresentQuestion extends Pick<PickupOptions, "language" | "limits" | "nameCommands"> {
  readonly topic: string | null;
  readonly session: string | null;
  /** A packet of this home that was read already. */
  readonly ahead: InspectedPacket | null;
  /** False: see `pickUpIn`. */
  readonly mend?: boolean;
  readonly team?: TeamFacts | null;
}

export interface PresentJudgement {
  readonly evidence: Evidence;
  readonly picked: PickupResult;
  readonly snapshot: WorkbenchSnapshot;
  readonly verification: Verification;
  /** Redacted. */
  readonly cleanState: CleanState;
}

/** The active packet against the scene as it is, and the scene itself: verdict and clean state. */
export async function judgePresent(workspace: Workspace, question: PresentQuestion): Promise<PresentJudgement> {
  const { topic, session, ahead, mend = true, team = null, ...brief } = question;
  const evidence = await readEvidence(workspace, topic, { looking: true });
  const [picked, { snapshot }] = await Promise.all([
    pickUpIn(workspace, { topic, session, ...brief }, { evidence, ahead, mend, team }),
    createGather(workspace, evidence, { session, forPacket: false, ahead })("next"),
  ]);
  const { verification, cleanState } = judgeSnapshot(snapshot);
  const redact = (text: string): string => workspace.redactor.redact(text);
  return { evidence, picked, snapshot, verification, cleanState: mapStrings(cleanState, redact) };
}
