import type { CleanIssue, CleanState } from "../clean-state.ts";
import { listEffects } from "../effects/list-effects.ts";
import { settleEffects } from "../effects/settle-effects.ts";
import { ownRecords } from "../feedback/own-records.ts";
import { quoteCommand } from "../feedback/quote-command.ts";
import { trimFeedback } from "../feedback/trim-feedback.ts";
import type { Packet } from "../packet.ts";
import { packetDigest, packetIdOf } from "../packet-file.ts";
import type { Operation } from "../scene.ts";
import type { WorkbenchSnapshot } from "../snapshot.ts";
import { wellFormed } from "../text/well-formed.ts";
import { packetCommandState } from "../verification/packet-command-state.ts";
import { storedReportConflicts } from "../verification/stored-report-conflicts.ts";
import type { Verification } from "../verification.ts";
import type { FeedbackRecord } from "../workbench.ts";
import { chooseNextAction } from "./choose-next-action.ts";
import { listAttempts, listCommands } from "./describe-commands.ts";
import { listChecks } from "./list-checks.ts";
import { listChanges, listRecentFiles, showPath } from "./list-changes.ts";
import { listEvidence } from "./list-evidence.ts";
import { listRisks } from "./list-risks.ts";
import { listTodo, openAssumptions } from "./list-todo.ts";
import { listConstraints, listQuestions } from "./list-said.ts";
import { lastMessage, lastRequest, toldContext } from "./told.ts";
import { listDone, openNotes } from "./own-notes.ts";
import { listIncomplete } from "./list-incomplete.ts";
import { listPrerequisites } from "./list-prerequisites.ts";
import { mapStrings } from "./map-strings.ts";
import { newestSourceTime } from "./newest-source-time.ts";
import { planKeptWork } from "./plan-kept-work.ts";
import { summarise } from "./summarise.ts";

export interface PacketInput {
  readonly snapshot: WorkbenchSnapshot;
  readonly verification: Verification;
  readonly cleanState: CleanState;
  /** Reason of `--force`; null when the scene is clean. */
  readonly forced: string | null;
  /** The session is dying and cannot answer: a missing next action is stated instead of refused. */
  readonly dying: boolean;
  /** Last line of defence: every string passes through it once more before the digest is taken. */
  readonly redact: (text: string) => string;
}

/**
 * The packet of one snapshot: a pure function, same input, same bytes.
 * Returns null when there is no next action and the session could still name one.
 */
export function buildPacket(input: PacketInput): Packet | null {
  const { snapshot, verification, cleanState } = input;
  const nextAction = chooseNextAction(snapshot, verification);
  if (nextAction === null && !input.dying) return null;

  const { scene, work, workbench, session } = snapshot;
  const records = ownRecords(snapshot.feedback, { branch: scene.head.branch, topic: snapshot.topic });
  const tail = trimFeedback(records, { keepLast: snapshot.config.feedback.keepLast });
  const found = [
    ...listEffects(records, (record) => quoteCommand(record.command)),
    ...snapshot.runs.flatMap((run) => run.effects),
  ];
  const effects = settleEffects(found, snapshot.notes);
  const changes = listChanges(snapshot);
  const keptWork = planKeptWork(snapshot);
  const review = worstReview(snapshot);

  const body = {
    summary: summarise({ snapshot, verification, changes, records }),
    changed_files: changes.map((change) => change.path),
    commands_run: listCommands(records),
    failed_attempts: listAttempts(tail.entries, records),
    open_risks: listRisks({
      snapshot,
      verification,
      cleanState,
      nextAction,
      effects,
      conflicts: storedReportConflicts(snapshot, verification),
      forced: input.forced,
    }),
    next_action: nextAction?.text ?? "",
    verdict_pointer: { verdict: snapshot.verdictPath, review: review?.ref.path ?? null },

    schema_version: 1 as const,
    session_id: session.id,
    client: session.client,
    branch: scene.head.branch,
    topic: snapshot.topic,
    task_id: snapshot.taskId,
    head_commit: scene.head.commit,
    last_known_good_commit: verification.lastKnownGoodCommit,
    last_known_good_tree: verification.lastKnownGoodTree,
    previous: snapshot.previous?.packetId ?? null,
    scene: {
      kind: scene.kind,
      repository: scene.roots,
      work_tree: scene.workTree,
      head_tree: scene.head.tree,
      tree: scene.tree,
      detached: scene.head.detached,
      operation: operationInFile(scene.operation),
      dirty: scene.dirty.map(({ path, from, status, sha256, mode }) => ({
        path: showPath(snapshot, path),
        from: from === null ? null : showPath(snapshot, from),
        status,
        sha256,
        mode,
      })),
      upstream: scene.upstream?.name ?? null,
      shallow: scene.shallow,
      reasons: scene.reasons,
    },
    next_action_source: nextAction?.source ?? { kind: "none" as const, locator: null },
    verification: {
      verdict: verification.verdict,
      commands: verification.commands.map(packetCommandState),
      manual: verification.manual,
    },
    checks: listChecks(snapshot, records),
    review: { verdict: review?.verdict ?? null, total: review?.total ?? null, path: review?.ref.path ?? null },
    feedback_tail: tail.entries,
    feedback_omitted: { ...tail.omitted, log: snapshot.feedbackLogs },
    changes,
    changed_since: work.base,
    commits: work.commits.map(({ id, subject }) => ({ id, subject })),
    recent_files: listRecentFiles(snapshot),
    todo: listTodo(snapshot),
    assumptions_to_validate: openAssumptions(snapshot),
    questions_for_human: listQuestions(snapshot),
    prerequisites: listPrerequisites(snapshot),
    constraints: listConstraints(snapshot),
    last_request: lastRequest(snapshot),
    last_message: lastMessage(snapshot),
    decisions: openNotes(snapshot, "decide").map(({ text, author, at, answers }) => ({ text, author, at, answers })),
    done: listDone(snapshot).map(({ text, author, at, answers }) => ({ text, author, at, answers })),
    effects,
    clean_state: cleanStateInFile(cleanState),
    budget: budget(snapshot, records),
    context_usage: toldContext(snapshot),
    kept_work: keptWork,
    artifacts: workbench.artifacts.map(({ kind, path, dialect, sha256 }) => ({ kind, path, dialect, sha256 })),
    incomplete: listIncomplete(snapshot, nextAction === null),
  };
  const evidence = listEvidence({ snapshot, nextAction, verification, packet: body });
  const content = mapStrings({ ...body, evidence }, (text) => input.redact(wellFormed(text)));
  const digest = packetDigest(content);
  return inFileOrder({
    ...content,
    packet_id: packetIdOf(digest),
    digest,
    status: "active",
    superseded_by: null,
    created_at: newestSourceTime(snapshot),
    superseded_at: null,
    archived_at: null,
  });
}

/** The review of this task; where two disagree the worse one stands. */
function worstReview({
  workbench,
  taskId,
}: WorkbenchSnapshot): WorkbenchSnapshot["workbench"]["reviewReports"][number] | null {
  const order = ["hard_fail", "soft_fail", "pass"];
  const rank = (verdict: string | null): number => (verdict === null ? -1 : order.indexOf(verdict));
  const mine = workbench.reviewReports.filter((one) => taskId === null || one.taskId === null || one.taskId === taskId);
  return mine.toSorted((a, b) => rank(a.verdict) - rank(b.verdict))[0] ?? null;
}

function budget({ config }: WorkbenchSnapshot, records: readonly FeedbackRecord[]): Packet["budget"] {
  const limits = config.budget;
  const durations = records.map((record) => record.durationMs);
  const minutes = durations.every((one) => one !== null)
    ? Math.round(durations.reduce<number>((sum, one) => sum + one, 0) / 6000) / 10
    : null;
  return {
    limits: { attempts: limits.attempts, calls: limits.calls, cost_usd: limits.costUsd, minutes: limits.minutes },
    spent: { attempts: records.length, calls: null, cost_usd: null, minutes },
  };
}

/** Key order is part of the bytes, and a reader that writes the file again must come to the same ones. */
function cleanStateInFile({ clean, blocking, warnings }: CleanState): CleanState {
  const inFile = ({ code, detail, path, holder, suggestion }: CleanIssue): CleanIssue => ({
    code,
    detail,
    ...(path === undefined ? {} : { path }),
    ...(holder === undefined ? {} : { holder }),
    suggestion,
  });
  return { clean, blocking: blocking.map(inFile), warnings: warnings.map(inFile) };
}

function operationInFile(operation: Operation | null): Operation | null {
  if (operation === null) return null;
  const { kind, step, total, branch } = operation;
  return { kind, step, total, branch };
}

/** Seven fields first, then identity, lifecycle and the rest: the order readers of the file expect. */
function inFileOrder(packet: Packet): Packet {
  const first: readonly (keyof Packet)[] = [
    "summary",
    "changed_files",
    "commands_run",
    "failed_attempts",
    "open_risks",
    "next_action",
    "verdict_pointer",
    "schema_version",
    "packet_id",
    "digest",
    "session_id",
    "client",
    "branch",
    "topic",
    "task_id",
    "head_commit",
    "last_known_good_commit",
    "last_known_good_tree",
    "previous",
    "scene",
    "status",
    "superseded_by",
    "created_at",
    "superseded_at",
    "archived_at",
  ];
  return Object.fromEntries([
    ...first.map((key) => [key, packet[key]]),
    ...Object.entries(packet).filter(([key]) => !first.includes(key as keyof Packet)),
  ]) as unknown as Packet;
}
