import { checkArtifact, findLostSubject, type ArtifactEvidence } from "./check-artifact.ts";
import type { InspectedStep, StepVerdict } from "./inspection.ts";
import type { Attempt } from "./ledger.ts";
import type { ProbeAnswer, Subject } from "./run.ts";

/** What the real system answered just now. */
export interface FreshProbe {
  readonly answer: ProbeAnswer;
  readonly detail: string;
  readonly at: string;
}

/** The newest attempt at one operation against what lies there. */
export function judgeStep(attempt: Attempt, evidence: ArtifactEvidence, fresh: FreshProbe | null): InspectedStep {
  const { intent } = attempt;
  const answer = fresh ?? attempt.probe;
  const { verdict, detail, subjects = [] } = judge(attempt, evidence, answer);
  const notDone = verdict === "not_done" || (verdict === "probed_not_done" && intent.safe_to_retry);
  return {
    key: intent.key,
    attempt: intent.attempt,
    verdict,
    detail,
    place: intent.place,
    artifact: intent.artifact,
    subjects,
    progress: attempt.progress,
    probe: {
      command: intent.probe,
      answer: answer?.answer ?? null,
      at: answer?.at ?? null,
      detail: answer?.detail ?? null,
    },
    may_retry: notDone,
  };
}

interface Judged {
  readonly verdict: StepVerdict;
  readonly detail: string;
  readonly subjects?: readonly Subject[];
}

function judge(
  { intent, receipt, failed, progress }: Attempt,
  evidence: ArtifactEvidence,
  answer: Answer | null,
): Judged {
  if (receipt !== null) {
    const lost = findLostSubject(receipt, evidence.files);
    if (lost !== null) return { verdict: "altered", detail: lost };
    const shown = receipt.subjects.length === 0 ? "" : ", and what it names is as it was";
    return { verdict: "done", detail: `its receipt is there${shown}`, subjects: receipt.subjects };
  }
  if (failed?.effect === "not_done")
    return { verdict: "not_done", detail: `it ended without an effect: ${failed.reason}` };
  if (intent.place === "artifact") {
    const check = checkArtifact(intent, evidence);
    if (check.verdict === "whole") {
      return { verdict: "reuse", detail: `${check.detail}; its receipt is missing`, subjects: check.subjects };
    }
    // Seen or not, files alone do not say that nothing was done; a system that was asked may.
    if (answer?.answer !== "not_done" || check.verdict !== "absent")
      return { verdict: check.verdict, detail: check.detail };
  }
  if (answer?.answer === "done")
    return { verdict: "probed_done", detail: `asked, the system says that it is done: ${answer.detail}` };
  if (answer?.answer === "not_done") {
    return { verdict: "probed_not_done", detail: `asked, the system says that it is not done: ${answer.detail}` };
  }
  const known = Object.keys(progress).length === 0 ? "" : `; known before: ${JSON.stringify(progress)}`;
  const why = failed === null ? "it began and left no receipt" : `it failed: ${failed.reason}`;
  const asked = answer === null ? askHint(intent.probe) : `; asked, the system cannot tell: ${answer.detail}`;
  return { verdict: "unknown", detail: `${why}: whether its effect happened is not known${known}${asked}` };
}

interface Answer {
  readonly answer: ProbeAnswer;
  readonly detail: string;
}

function askHint(probe: readonly string[] | null): string {
  return probe === null ? "; nothing was given to ask the system with" : "; the system was not asked yet";
}
