import { checkArtifact, findLostSubject, type ArtifactEvidence } from "./check-artifact.ts";
import type { InspectedStep, StepVerdict } from "./inspection.ts";
import type { Attempt } from "./ledger.ts";
import type { ProbeAnswer, ProbeSource, ReceiptRecord, Subject } from "./run.ts";

/** What the real system answered just now. */
export interface FreshProbe {
  readonly by: ProbeSource;
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
      by: answer?.by ?? null,
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
  { intent, receipt, failed, progress, probe }: Attempt,
  evidence: ArtifactEvidence,
  answer: Answer | null,
): Judged {
  if (receipt !== null) {
    const lost = findLostSubject(receipt, evidence.files);
    if (lost !== null) return { verdict: "altered", detail: lost };
    return { verdict: "done", detail: describeReceipt(receipt, probe), subjects: receipt.subjects };
  }
  if (failed?.effect === "not_done")
    return { verdict: "not_done", detail: `it ended without an effect: ${failed.reason}` };
  if (intent.place === "artifact") {
    const check = checkArtifact(intent, evidence);
    if (check.verdict === "whole") {
      return { verdict: "reuse", detail: `${check.detail}; its receipt is missing`, subjects: check.subjects };
    }
    // Seen or not, files alone do not say that nothing was done; a system that was asked may, and so may a person.
    const nothingSeen = check.verdict === "absent" || (check.verdict === "temp_only" && answer?.by === "person");
    if (answer?.answer !== "not_done" || !nothingSeen) return { verdict: check.verdict, detail: check.detail };
  }
  if (answer !== null && answer.answer !== "unknown") return known(answer);
  const before = Object.keys(progress).length === 0 ? "" : `; known before: ${JSON.stringify(progress)}`;
  const why = failed === null ? "it began and left no receipt" : `it failed: ${failed.reason}`;
  const asked = answer === null ? askHint(intent.probe) : `; asked, the system cannot tell: ${answer.detail}`;
  return { verdict: "unknown", detail: `${why}: whether its effect happened is not known${before}${asked}` };
}

function describeReceipt({ subjects, recovered }: ReceiptRecord, probe: Answer | null): string {
  if (!recovered)
    return subjects.length === 0 ? "its receipt is there" : "its receipt is there, and what it names is as it was";
  if (subjects.length > 0) return "a later executor found what it made, complete, and wrote its receipt";
  return `a later executor asked for it and wrote its receipt: ${probe?.detail ?? "nothing more is known"}`;
}

function known({ by, answer, detail }: Answer): Judged {
  const done = answer === "done";
  if (by === "person") {
    return done
      ? { verdict: "probed_done", detail: `a person says that it is done: ${detail}` }
      : { verdict: "not_done", detail: `a person says that it was not done: ${detail}` };
  }
  return done
    ? { verdict: "probed_done", detail: `asked, the system says that it is done: ${detail}` }
    : { verdict: "probed_not_done", detail: `asked, the system says that it is not done: ${detail}` };
}

interface Answer {
  readonly by: ProbeSource;
  readonly answer: ProbeAnswer;
  readonly detail: string;
}

function askHint(probe: readonly string[] | null): string {
  return probe === null ? "; nothing was given to ask the system with" : "; the system was not asked yet";
}
