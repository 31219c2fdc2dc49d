import type { CleanState } from "../clean-state.ts";
import type { PacketEffect, Risk } from "../packet.ts";
import type { WorkbenchSnapshot } from "../snapshot.ts";
import type { Verification } from "../verification.ts";
import type { Finding, StoredReport } from "../workbench.ts";
import type { NextAction } from "./choose-next-action.ts";
import { openNotes } from "./own-notes.ts";
import { taskRisks } from "./task-risks.ts";

export interface RiskSources {
  readonly snapshot: WorkbenchSnapshot;
  readonly verification: Verification;
  readonly cleanState: CleanState;
  readonly nextAction: NextAction | null;
  readonly effects: readonly PacketEffect[];
  /** Stored reports that contradict the evidence. */
  readonly conflicts: readonly Finding[];
  /** Why an unclean scene was packed all the same. */
  readonly forced: string | null;
}

/** Everything that may hurt the next session, worst first within its kind, without repetitions. */
export function listRisks(sources: RiskSources): readonly Risk[] {
  const all = [
    ...verdictRisks(sources),
    ...effectRisks(sources),
    ...runRisks(sources),
    ...forcedRisks(sources),
    ...notedRisks(sources.snapshot),
    ...carriedRisk(sources),
    ...reviewRisks(sources.snapshot),
    ...storedFindings(sources),
    ...taskRisks(sources.snapshot),
    ...leftRisks(sources.cleanState),
    ...damageRisks(sources.snapshot),
  ];
  const seen = new Set<string>();
  return all.filter((risk) => {
    const key = JSON.stringify([risk.code, risk.detail]);
    return seen.has(key) ? false : seen.add(key) !== undefined;
  });
}

function verdictRisks({ verification }: RiskSources): readonly Risk[] {
  if (verification.verdict === "absent") {
    const detail = "no acceptance command is known: nothing shows whether this work holds";
    return [{ severity: "info", code: "verification_absent", detail }];
  }
  return verification.commands
    .filter((command) => command.state !== "passed")
    .map((command) => ({
      severity: command.state === "failed" || command.state === "not_run" ? "block" : "warn",
      code: `verification_${command.state}`,
      detail: `${command.command}: ${command.why}`,
    }));
}

/** A run that has not ended may do more than this packet knows. */
function runRisks({ snapshot }: RiskSources): readonly Risk[] {
  return snapshot.runs.map(({ name, executing, decision, reason, detail }) => ({
    severity: "warn",
    code: "run_open",
    detail: executing
      ? `run ${name} was being executed when this packet was made: ask it before anything of it is done (passdown inspect ${name})`
      : `run ${name} has not ended: ${decision}, ${reason}: ${detail}`,
  }));
}

function effectRisks({ effects }: RiskSources): readonly Risk[] {
  return effects
    .filter((effect) => effect.state === "unknown")
    .map((effect) => ({
      severity: "block",
      code: "effect_unknown",
      detail: `${effect.what}: outcome unknown, check before repeating${effect.probe === null ? "" : ` (${effect.probe})`}`,
    }));
}

function forcedRisks({ cleanState, forced }: RiskSources): readonly Risk[] {
  if (forced === null) return [];
  return [
    { severity: "block", code: "forced", detail: `packed although the scene is not clean: ${forced}` },
    ...cleanState.blocking.map((issue): Risk => ({ severity: "warn", code: issue.code, detail: issue.detail })),
  ];
}

function notedRisks(snapshot: WorkbenchSnapshot): readonly Risk[] {
  return [
    ...openNotes(snapshot, "block").map((note): Risk => ({ severity: "warn", code: "blocker", detail: note.text })),
    ...(snapshot.workbench.state?.blockers ?? []).map((text): Risk => ({
      severity: "warn",
      code: "blocker",
      detail: text,
    })),
    ...openNotes(snapshot, "risk").map((note): Risk => ({ severity: "warn", code: "noted", detail: note.text })),
  ];
}

function carriedRisk({ nextAction }: RiskSources): readonly Risk[] {
  if (nextAction === null || !nextAction.carried) return [];
  return [
    {
      severity: "warn",
      code: "next_action_carried",
      detail: "the next action was noted in an earlier session; nothing since says whether it is done",
    },
  ];
}

function reviewRisks({ workbench, taskId }: WorkbenchSnapshot): readonly Risk[] {
  return workbench.reviewReports
    .filter((review) => review.taskId === taskId || taskId === null || review.taskId === null)
    .flatMap((review): readonly Risk[] => {
      const total = review.total === null ? "no total" : `total ${review.total}`;
      if (review.verdict === "pass") return [];
      const verdict = review.verdict ?? "no usable verdict";
      return [{ severity: "warn", code: "review_not_passed", detail: `${review.ref.path}: ${verdict}, ${total}` }];
    });
}

/** Findings that somebody stored: claims, shown with the file that says so. */
function storedFindings({ snapshot, conflicts }: RiskSources): readonly Risk[] {
  const { verificationReports, scopeReports, ruleReport } = snapshot.workbench;
  const reports: readonly StoredReport[] = [
    ...verificationReports,
    ...scopeReports,
    ...(ruleReport === null ? [] : [ruleReport]),
  ].filter((report) => report.taskId === snapshot.taskId || snapshot.taskId === null || report.taskId === null);
  return [
    ...conflicts.map(toRisk),
    ...reports.flatMap((report) =>
      report.findings
        .filter((finding) => finding.severity !== "info")
        .map((finding) => ({ ...toRisk(finding), detail: `${finding.detail} (says ${report.ref.path})` })),
    ),
  ];
}

function toRisk(finding: Finding): Risk {
  return { severity: finding.severity, code: finding.code ?? "finding", detail: finding.detail };
}

/** Warnings of the clean-state gate that outlive the session. */
function leftRisks(cleanState: CleanState): readonly Risk[] {
  const lasting = new Set(["processes_left", "foreign_changes", "acceptance_red"]);
  return cleanState.warnings
    .filter((issue) => lasting.has(issue.code))
    .map((issue) => ({ severity: "warn", code: issue.code, detail: issue.detail }));
}

function damageRisks({ workbench, damage }: WorkbenchSnapshot): readonly Risk[] {
  return [...workbench.damage, ...damage].map((one) => ({
    severity: "warn",
    code: "evidence_damaged",
    detail: `${one.path}${one.place === null ? "" : `, ${one.place}`}: ${one.code}: ${one.detail}`,
  }));
}
