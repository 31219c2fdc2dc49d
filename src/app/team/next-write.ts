import { join } from "node:path";
import { markJournal, readJournal } from "../runs/read-journal.ts";
import type { ChainRecord } from "../../domain/home.ts";
import { byText, threadText } from "../../domain/team/json-text.ts";
import { isOwn } from "../../domain/team/is-own.ts";
import type { Cursor, OutboxWrite } from "../../domain/team/outbox.ts";
import type { Thread } from "../../domain/thread.ts";
import type { TeamStore } from "../../domain/team/team-store.ts";
import { namesIn } from "../runs/read-runs.ts";
import type { Workspace } from "../workspace.ts";
import type { Team } from "./open-team.ts";

export interface Telling {
  readonly team: Team;
  readonly store: TeamStore;
  readonly cursor: Cursor;
  /** The newest step of every thread when the telling began: what comes after waits for the next one. */
  readonly heads: readonly ChainRecord[];
  /**
   * Somebody packs by hand, who was told what others made active beside the packet here: this one follows both. What the
   * store refused before is offered again.
   */
  readonly resolving: boolean;
  /** The session that tells; null where it has no name. */
  readonly sessionId: string | null;
}

export interface NextWrite {
  readonly write: OutboxWrite | null;
  readonly after: Cursor;
}

const batchLines = 1_000;
const batchBytes = 4 * 1024 * 1024;

/**
 * Where a home begins with a store that it never wrote to: its active packets go there, what it kept before stays here
 * alone.
 */
export function beginning({ home }: Workspace): Cursor {
  const threads = home.chain
    .heads()
    .map((record) => [threadText(record), record.kind === "published" ? record.seq - 1 : record.seq] as const);
  const feedback = home.feedback.parts().parts.map(({ path, read }) => [path, read().lines.at(-1)?.line ?? 0] as const);
  return { threads: Object.fromEntries(threads), feedback: Object.fromEntries(feedback), runs: {} };
}

/** What goes next after a cursor: commands before the packets that rest on them, each thread in its order. null: nothing. */
export async function nextWrite(workspace: Workspace, telling: Telling): Promise<NextWrite | null> {
  return (
    (await nextFeedback(workspace, telling)) ??
    (await nextStep(workspace, telling)) ??
    (await nextRun(workspace, telling)) ??
    (telling.resolving ? refusedBefore(workspace, telling) : null)
  );
}

/** An active packet that the store did not take. */
async function refusedBefore(workspace: Workspace, telling: Telling): Promise<NextWrite | null> {
  for (const { step } of telling.team.files.refused()) {
    const { write } = step;
    if (write?.kind !== "publish") continue;
    const { record } = workspace.home.chain.active(write.thread);
    if (record?.packetId !== write.packetId) continue;
    return { write: await publication(workspace, telling, record), after: telling.cursor };
  }
  return null;
}

/** Steps of packets' lives that the store was not told yet. */
export function countWaiting({ home }: Workspace, cursor: Cursor): number {
  return home.chain
    .heads()
    .reduce((sum, head) => sum + Math.max(0, head.seq - (cursor.threads[threadText(head)] ?? 0)), 0);
}

/** A writer that still holds an older segment appends there: the newest few are looked at again. */
const lateSegments = 3;

async function nextFeedback({ home }: Workspace, { team, cursor }: Telling): Promise<NextWrite | null> {
  const { parts } = home.feedback.parts();
  for (const [at, { path, read }] of parts.entries()) {
    const told = cursor.feedback[path] ?? 0;
    if (told > 0 && at < parts.length - lateSegments) continue;
    const lines = read().lines.filter(({ line }) => line > told);
    const [first] = lines;
    if (first === undefined) continue;
    let to = first.line;
    let bytes = 0;
    for (const { line, text } of lines.slice(0, batchLines)) {
      bytes += Buffer.byteLength(text);
      if (bytes > batchBytes && line > first.line) break;
      to = line;
    }
    const writer = await team.writer(null);
    return {
      write: { kind: "feedback", segment: path, from: first.line, to, writer },
      after: { ...cursor, feedback: { ...cursor.feedback, [path]: to } },
    };
  }
  return null;
}

async function nextStep(workspace: Workspace, telling: Telling): Promise<NextWrite | null> {
  const { home } = workspace;
  const { team, cursor, heads } = telling;
  const first = heads
    .filter((head) => head.seq > (cursor.threads[threadText(head)] ?? 0))
    .flatMap((head) => home.chain.after(head, cursor.threads[threadText(head)] ?? 0).slice(0, 1))
    .sort(byText(({ at }) => at))[0];
  if (first === undefined) return null;
  const after = { ...cursor, threads: { ...cursor.threads, [threadText(first)]: first.seq } };
  // What came from the store is there.
  const isTheirs = first.kind === "published" && home.shared.origin(first.packetId)?.origin.remote === remoteOf(team);
  return { write: isTheirs ? null : await publication(workspace, telling, first), after };
}

/** What the store is told of a step in the life of a packet, with the fence of whoever made it. */
async function publication(
  workspace: Workspace,
  { team, store, resolving, sessionId }: Telling,
  record: ChainRecord,
): Promise<OutboxWrite | null> {
  const { branch, topic, packetId, digest } = record;
  const thread = { branch, topic };
  const active = (await store.packets.active(thread))?.packetId ?? null;
  const fence = await fenceOf({ team, store, sessionId }, thread);
  const writer = await team.writer(sessionId ?? sessionOf(workspace, packetId));
  if (record.kind === "archived") {
    // It came from there, or another came after it: nothing is left to archive.
    return active === packetId ? { kind: "archive", thread, packetId, reason: record.reason, fence, writer } : null;
  }
  const wasSeen = active !== null && wasMadeAfter(workspace, { team, active, resolving }, record);
  const expectActive = active === null || wasSeen ? active : record.supersedes;
  return { kind: "publish", thread, packetId, digest, expectActive, fence, writer };
}

/** Name under which packets of a store stand among those of remotes. */
export function remoteOf({ name }: Pick<Team, "name">): string {
  return `team store ${name}`;
}

/** Of the claim that the asking session, or its home, holds now. */
async function fenceOf(
  { team, store, sessionId }: Pick<Telling, "team" | "store" | "sessionId">,
  thread: Thread,
): Promise<number | null> {
  const claim = await store.claims.current(thread);
  return claim !== null && isOwn(claim, team.claimant(sessionId)) ? claim.fence : null;
}

interface ActiveThere {
  readonly team: Team;
  readonly active: string;
  readonly resolving: boolean;
}

/** The store's active packet was active here before, or whoever packs by hand was told of it before. */
function wasMadeAfter({ home }: Workspace, { team, active, resolving }: ActiveThere, record: ChainRecord): boolean {
  const { branch, topic } = record;
  const wasHere = (packetId: string): boolean => home.chain.lifecycle({ packetId, branch, topic }) !== null;
  if (wasHere(active)) return true;
  if (!resolving) return false;
  const remote = remoteOf(team);
  const offer = home.shared.offers().offers.find((one) => one.remote === remote && one.packetId === active);
  return (
    offer !== undefined &&
    offer.activeThen !== null &&
    offer.activeThen !== record.packetId &&
    wasHere(offer.activeThen)
  );
}

function sessionOf({ home }: Workspace, packetId: string): string | null {
  const json = home.packets.json(packetId);
  if (json === null) return null;
  try {
    const value: unknown = JSON.parse(json);
    const id = typeof value === "object" && value !== null && "session_id" in value ? value.session_id : null;
    return typeof id === "string" ? id : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Where a run of this home stands: its journal stays here, and it belongs to no branch. */
async function nextRun({ home }: Workspace, { team, cursor }: Telling): Promise<NextWrite | null> {
  for (const name of namesIn(join(home.path, "runs"))) {
    const folder = join(home.path, "runs", name);
    const mark = markJournal(folder);
    if (mark === null || cursor.runs[name] === mark) continue;
    const after = { ...cursor, runs: { ...cursor.runs, [name]: mark } };
    const state = readJournal(folder);
    // Gone, or unreadable: its pickup says so.
    if (state === null) return { write: null, after };
    // Two homes may each have a run of one name.
    const write = {
      kind: "run",
      name: `${home.team.homeId().slice(0, 8)}/${name}`,
      thread: nowhere,
      ...state,
    } as const;
    return { write: { ...write, writer: await team.writer(null) }, after };
  }
  return null;
}

const nowhere: Thread = { branch: null, topic: "main" };
