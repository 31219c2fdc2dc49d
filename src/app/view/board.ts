import { findReachable } from "../../adapters/git/find-reachable.ts";
import { AppError } from "../../domain/errors.ts";
import type { ChainRecord, Note } from "../../domain/home.ts";
import type { Packet } from "../../domain/packet.ts";
import { openQuestions } from "../../domain/pickup/open-questions.ts";
import { holdsPlaceholder } from "../../domain/secrets/placeholder.ts";
import { defaultTopic } from "../../domain/topic.ts";
import { openAsks } from "../../domain/view/inbox.ts";
import type { BoardNeed, BoardRow } from "../../domain/view/view-model.ts";
import { readPacket } from "../read-last.ts";
import type { Workspace } from "../workspace.ts";

interface Row {
  readonly record: ChainRecord;
  readonly packet: Packet | null;
}

export interface Board {
  readonly rows: readonly BoardRow[];
  /** Questions that wait, of every branch; each once, on however many topics it counts. */
  readonly questions: number;
}

/** Every branch and topic with an active packet, newest first; that of `topic` on this branch before all. */
export async function readBoard(workspace: Workspace, topic: string): Promise<Board> {
  const { home, scene, redactor } = workspace;
  const rows = home.chain
    .activeAll()
    .records.map((record): Row => ({ record, packet: readPacket(workspace, record.packetId, record) }));
  const [reachable, notes] = [await readReachable(workspace, rows), home.notes.read().records];
  const byBranch = groupByBranch(notes);
  const waiting = new Set(openAsks(notes).map(({ id }) => id));
  const board = rows.map((row): BoardRow => {
    const { branch } = row.record;
    const said = [...(byBranch.get(branch) ?? []), ...(branch === null ? [] : (byBranch.get(null) ?? []))];
    const place = scene.worktrees.find((tree) => branch !== null && tree.branch === branch && !tree.dead)?.path;
    const here = branch === scene.head.branch && row.record.topic === topic;
    const good = row.packet?.last_known_good_commit ?? null;
    const asked = questionsOf(row, said);
    for (const id of asked) waiting.add(id);
    return {
      branch,
      topic: row.record.topic,
      worktree: place === undefined ? null : redactor.redact(place),
      here,
      packetId: row.record.packetId,
      status: "active",
      createdAt: row.packet?.created_at ?? row.record.at,
      lastKnownGood: good === null ? null : { commit: good, reachable: reachable.get(row) ?? null },
      ...ofPacket(row.packet, (text) => redactor.redact(text)),
      questions: asked.length,
      needs: needsOf(row, reachable.get(row) ?? null),
      claim: claimOf(workspace, row.record.packetId),
    };
  });
  return { rows: board.sort((a, b) => Number(b.here) - Number(a.here)), questions: waiting.size };
}

function needsOf({ packet }: Row, reachable: boolean | null): readonly BoardNeed[] {
  if (packet === null) return ["unreadable"];
  const doubtful = packet.effects.filter(({ state }) => state === "unknown");
  const ofRuns = doubtful.filter(({ source }) => source.startsWith("run:"));
  const blocked =
    packet.open_risks.some(({ severity, code }) => severity === "block" && code !== "effect_unknown") ||
    ofRuns.length < doubtful.length;
  return [
    ...(blocked ? (["blocked"] as const) : []),
    ...(reachable === false ? (["good_lost"] as const) : []),
    ...(ofRuns.length > 0 ? (["run"] as const) : []),
  ];
}

function ofPacket(
  packet: Packet | null,
  redact: (text: string) => string,
): Pick<BoardRow, "verdict" | "risks" | "client" | "nextAction" | "readable"> {
  if (packet === null)
    return { verdict: "unknown", risks: { block: 0, warn: 0, info: 0 }, client: null, nextAction: "", readable: false };
  const count = (severity: "block" | "warn" | "info"): number =>
    packet.open_risks.filter((risk) => risk.severity === severity).length;
  return {
    verdict: packet.verification.verdict,
    risks: { block: count("block"), warn: count("warn"), info: count("info") },
    client: packet.client === null ? null : redact(packet.client),
    // Somebody may have edited it since it was looked at for secrets.
    nextAction: redact(packet.next_action),
    readable: true,
  };
}

function groupByBranch(notes: readonly Note[]): ReadonlyMap<string | null, readonly Note[]> {
  const groups = new Map<string | null, Note[]>();
  for (const note of notes) {
    const group = groups.get(note.branch);
    if (group === undefined) groups.set(note.branch, [note]);
    else group.push(note);
  }
  return groups;
}

/** Ids of the open ones. */
function questionsOf({ packet, record }: Row, said: readonly Note[]): readonly string[] {
  const notes = said.filter(({ topic }) => topic === record.topic || topic === defaultTopic);
  return (packet === null ? openAsks(notes) : openQuestions(packet, notes)).map(({ id }) => id);
}

/** One git child for all rows. */
async function readReachable(
  { scene, context }: Workspace,
  rows: readonly Row[],
): Promise<ReadonlyMap<Row, boolean | null>> {
  const asked = rows.flatMap((row) => {
    const { branch } = row.record;
    const commit = row.packet?.last_known_good_commit ?? null;
    // By a redacted name git does not know the branch.
    return branch === null || commit === null || holdsPlaceholder(branch) ? [] : [{ row, branch, commit }];
  });
  const answers = await findReachable(scene, context.env, asked);
  return new Map(asked.map(({ row }, at) => [row, answers[at] ?? null]));
}

/** A claim that cannot be read shows nobody; the pickup of that branch says so. */
function claimOf({ home }: Workspace, packetId: string): BoardRow["claim"] {
  try {
    const standing = home.claims.current(packetId);
    if (standing === null) return null;
    // Whoever cannot be seen from here counts as living.
    return { session: standing.claim.sessionId, since: standing.claim.at, alive: standing.alive !== false };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
