import type { Decision } from "../../../domain/decision.ts";
import type { PacketStatus } from "../../../domain/packet.ts";
import type { RunDecision, StepVerdict } from "../../../domain/runs/inspection.ts";
import type { Verdict } from "../../../domain/verification.ts";
import type { ClaimRow, CommandOutcome } from "../../../domain/view/view-model.ts";
import type { Severity } from "../../../domain/workbench.ts";
import type { Tone } from "./chip.tsx";
import type { IconName } from "./icon.tsx";

/** How each state looks: a tone and an icon, never the tone alone. */
export interface Look {
  readonly tone: Tone;
  readonly icon: IconName;
}

export const decisionLooks: Readonly<Record<Decision, Look>> = {
  proceed: { tone: "good", icon: "good" },
  reverify: { tone: "warn", icon: "moved" },
  needs_human: { tone: "human", icon: "human" },
  stop: { tone: "bad", icon: "stop" },
};

export const verdictLooks: Readonly<Record<Verdict, Look>> = {
  passed: { tone: "good", icon: "good" },
  failed: { tone: "bad", icon: "bad" },
  stale: { tone: "warn", icon: "moved" },
  not_run: { tone: "quiet", icon: "quiet" },
  weak: { tone: "warn", icon: "warn" },
  unknown: { tone: "unknown", icon: "unknown" },
  absent: { tone: "quiet", icon: "quiet" },
};

export const outcomeLooks: Readonly<Record<CommandOutcome, Look>> = {
  passed: verdictLooks.passed,
  failed: verdictLooks.failed,
  weak: verdictLooks.weak,
  unknown: verdictLooks.unknown,
  not_run: verdictLooks.not_run,
};

export const claimLooks: Readonly<Record<ClaimRow["state"], Look>> = {
  same: { tone: "good", icon: "good" },
  moved: { tone: "warn", icon: "moved" },
  gone: { tone: "bad", icon: "gone" },
  unknown: { tone: "unknown", icon: "unknown" },
};

export const statusLooks: Readonly<Record<PacketStatus, Look>> = {
  active: { tone: "good", icon: "commit" },
  superseded: { tone: "quiet", icon: "next" },
  archived: { tone: "quiet", icon: "quiet" },
};

export const severityLooks: Readonly<Record<Severity, Look>> = {
  block: { tone: "bad", icon: "stop" },
  warn: { tone: "warn", icon: "warn" },
  info: { tone: "quiet", icon: "info" },
};

export const runLooks: Readonly<Record<RunDecision, Look>> = {
  reuse_existing_artifact: { tone: "good", icon: "good" },
  continue: { tone: "good", icon: "next" },
  needs_human: decisionLooks.needs_human,
  stop: decisionLooks.stop,
};

export const stepLooks: Readonly<Record<StepVerdict, Look>> = {
  done: { tone: "good", icon: "good" },
  reuse: { tone: "good", icon: "good" },
  probed_done: { tone: "good", icon: "good" },
  absent: { tone: "human", icon: "unknown" },
  temp_only: { tone: "human", icon: "unknown" },
  half: { tone: "human", icon: "unknown" },
  unknown: { tone: "human", icon: "unknown" },
  altered: { tone: "bad", icon: "bad" },
  probed_not_done: { tone: "quiet", icon: "quiet" },
  not_done: { tone: "quiet", icon: "quiet" },
  not_started: { tone: "quiet", icon: "quiet" },
};
