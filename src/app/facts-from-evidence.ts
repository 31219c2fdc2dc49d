import { settleEffects } from "../domain/effects/settle-effects.ts";
import { isUsualTime, timeText } from "../domain/feedback/iso-time.ts";
import { quoteCommand } from "../domain/feedback/quote-command.ts";
import type { Note } from "../domain/home.ts";
import type { Packet } from "../domain/packet.ts";
import type { Asker, LaterEvidence, LoadedPacket } from "../domain/pickup/facts.ts";
import { answersSince, newsAmong, openQuestions } from "../domain/pickup/open-questions.ts";
import { presentEffects } from "../domain/runs/run-brief.ts";
import { activeTaskId, defaultTopic } from "../domain/topic.ts";
import { collectAcceptance } from "../domain/verification/collect-acceptance.ts";
import { indexEvidence } from "../domain/verification/find-evidence.ts";
import { judgeCommand } from "../domain/verification/judge-command.ts";
import { worstVerdict } from "../domain/verification/verify.ts";
import type { AcceptanceEntry } from "../domain/verification.ts";
import type { Damage, FeedbackRecord, Workbench } from "../domain/workbench.ts";
import type { Evidence } from "./gather.ts";
import type { Workspace } from "./workspace.ts";

export interface EvidenceQuestion {
  readonly packet: Packet;
  readonly evidence: Evidence;
  readonly asker: Asker;
  /** Null for a packet that was not published here. */
  readonly publishedAt: string | null;
}

type EvidenceFacts = Pick<
  LoadedPacket,
  "verification" | "openQuestions" | "answers" | "effects" | "later" | "lostEvidence" | "newestEvidenceAt"
>;

/** What the recorded commands and notes say of the packet now. */
export function factsFromEvidence(workspace: Workspace, question: EvidenceQuestion): EvidenceFacts {
  const { packet, evidence, asker } = question;
  const records = evidence.feedback.filter(
    (record) => record.source.kind !== "repository" && isOfThread(record, packet),
  );
  const notes = workspace.home.notes.read().records.filter((note) => isOfThread(note, packet));
  const foreignTo = (sessionId: string | null): boolean => asker.sessionId === null || sessionId !== asker.sessionId;
  const mayBeLater = endsAfter(records, question);
  const later = [
    ...records
      .filter(mayBeLater)
      .filter((record) => foreignTo(record.sessionId) && isLater(question, record.startedAt, endOf(record)))
      .map(commandLine),
    ...newsAmong(
      notes.filter((note) => isLater(question, note.at, note.at)),
      packet,
    )
      .filter((note) => foreignTo(note.sessionId))
      .map(noteLine),
  ];
  const times = [packet.created_at, ...records.map(({ startedAt }) => startedAt), ...notes.map(({ at }) => at)];
  return {
    verification: verifyNow(workspace, packet, evidence),
    lostEvidence: findLost(packet, evidence),
    openQuestions: openQuestions(packet, notes),
    answers: answersSince(packet, notes),
    effects: settleEffects(presentEffects(packet.effects, evidence.runs), notes),
    later: later.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
    newestEvidenceAt: times.reduce(
      (newest, at) => (at !== null && (newest === null || at > newest) ? at : newest),
      null,
    ),
  };
}

/** What the packet calls passed must still be on record: nobody can check a result whose record is gone. */
function findLost(packet: Packet, { feedback }: Evidence): readonly string[] {
  const asked = new Set(packet.verification.commands.map(({ evidence }) => evidence));
  const known = new Set(feedback.filter(({ id }) => asked.has(id)).map(({ id }) => id));
  return packet.verification.commands
    .filter(({ state, evidence }) => state === "passed" && (evidence === null || !known.has(evidence)))
    .map(({ command }) => command);
}

/** Evidence that no thread of work claims belongs to every one of its branch. */
function isOfThread(
  { branch, topic }: { readonly branch: string | null; readonly topic: string | null },
  packet: Packet,
): boolean {
  const ofBranch = branch === null || packet.branch === null || branch === packet.branch;
  return ofBranch && (topic === null || topic === defaultTopic || topic === packet.topic);
}

function verifyNow({ scene, config }: Workspace, packet: Packet, evidence: Evidence): LoadedPacket["verification"] {
  const declared = collectAcceptance(config, evidence.workbench, activeTaskId(evidence.workbench));
  // What the packet was judged by does not pass because its declaration is gone.
  const entries = declared.length > 0 ? declared : packet.verification.commands.map(entryOf);
  const judged = { tree: scene.tree, reasons: scene.reasons, evidence: indexEvidence(evidence.feedback) };
  const commands = entries.flatMap((entry) =>
    entry.command === null ? [] : [judgeCommand({ ...entry, command: entry.command }, judged)],
  );
  return { verdict: worstVerdict(commands.map(({ state }) => state)), commands };
}

function entryOf({ command, cwd, source }: Packet["verification"]["commands"][number]): AcceptanceEntry {
  return { text: command, command, cwd, timeoutMs: null, source, field: "acceptance" };
}

function commandLine(record: FeedbackRecord): LaterEvidence {
  const result = record.exitCode === null ? (record.error ?? "no exit code") : `exit ${record.exitCode}`;
  return {
    kind: "command",
    id: record.id,
    at: endOf(record) ?? "",
    text: `${quoteCommand(record.command)} -> ${result}`,
  };
}

function noteLine({ id, kind, at, text }: Note): LaterEvidence {
  return { kind: "note", id, at, text: `${kind}: ${text}` };
}

function endOf({ startedAt, durationMs }: FeedbackRecord): string | null {
  if (startedAt === null || durationMs === null) return startedAt;
  const end = new Date(Date.parse(startedAt) + durationMs);
  // A duration that leads out of the calendar was made up.
  return Number.isNaN(end.getTime()) ? startedAt : end.toISOString();
}

/**
 * The packet knows everything up to its newest source; what began after that came later, even if it was recorded while
 * the packet was being made. What ended after the publication came later in any case.
 */
function isLater({ packet, publishedAt }: EvidenceQuestion, began: string | null, ended: string | null): boolean {
  if (began === null || ended === null) return false;
  const known = packet.created_at;
  return known === null || began > known || ended > (publishedAt ?? known);
}

/**
 * Which records may be later than the packet: all but those that began so long before it that the longest command of
 * all would have ended. Of a long log nearly every record is told apart by the text of its time alone.
 */
function endsAfter(
  records: readonly FeedbackRecord[],
  { packet, publishedAt }: EvidenceQuestion,
): (record: FeedbackRecord) => boolean {
  const known = packet.created_at;
  // Texts of other zones do not lie as their times do.
  if (known === null || ![known, publishedAt ?? known].every((at) => at.endsWith("Z"))) return () => true;
  const longest = records.reduce((sofar, { durationMs }) => Math.max(sofar, durationMs ?? 0), 0);
  const ends = [known, publishedAt ?? known].map((at) => Date.parse(at));
  const limit = timeText(Math.min(...ends) - longest - 1);
  if (limit === null) return () => true;
  return ({ startedAt }) => startedAt !== null && (!isUsualTime(startedAt) || startedAt >= limit);
}

/** Damage that the packet does not know of: not of a file that it recorded as it still is, nor one that it names. */
export function unknownDamage(damage: readonly Damage[], packet: Packet, workbench: Workbench): readonly Damage[] {
  const present = new Map(workbench.artifacts.map(({ path, sha256 }) => [path, sha256]));
  const known = new Set([
    ...packet.incomplete.map(({ what }) => what),
    ...packet.artifacts.filter(({ path, sha256 }) => present.get(path) === sha256).map(({ path }) => path),
  ]);
  const seen = new Set<string>();
  return damage.filter(({ path, code, place }) => {
    const key = JSON.stringify([path, code, place]);
    return !known.has(path) && !seen.has(key) && seen.add(key).has(key);
  });
}
