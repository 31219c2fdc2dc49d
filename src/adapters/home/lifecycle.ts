import { AppError } from "../../domain/errors.ts";
import type { ChainRecord } from "../../domain/home.ts";
import { parsePacket, serializePacket, withLifecycle, type Lifecycle } from "../../domain/packet-file.ts";
import { chainKey, newestFirst, readHead, type Thread } from "./chain-files.ts";
import type { HomeFolder } from "./home-folder.ts";
import type { Packets } from "./packets.ts";

/** Where a packet stands in its life, as the chain has it. */
export type ChainLifecycle = Omit<Lifecycle, "created_at">;

/** null when the chain of that branch and topic does not know the packet. */
export function lifecycleInChain(folder: HomeFolder, thread: Thread, packetId: string): ChainLifecycle | null {
  let next: ChainRecord | null = null;
  for (const { record } of newestFirst(folder, chainKey(thread))) {
    if (record === null) continue;
    if (record.packetId === packetId) return lifecycleOf(record, next);
    next = record;
  }
  return null;
}

/** What a record means for its packet, given the record after it. */
export function lifecycleOf(record: ChainRecord, next: ChainRecord | null): ChainLifecycle {
  const none = { superseded_by: null, superseded_at: null, archived_at: null };
  if (record.kind === "archived") return { ...none, status: "archived", archived_at: record.at };
  if (next === null) return { ...none, status: "active" };
  return { ...none, ...supersededBy(next) };
}

function supersededBy(next: ChainRecord): Pick<ChainLifecycle, "status" | "superseded_by" | "superseded_at"> {
  return { status: "superseded", superseded_by: next.packetId, superseded_at: next.at };
}

export interface MendReport {
  /** Packets whose file was brought in line with the chain. */
  readonly mended: readonly string[];
  /** Why something could not be mended; the chain decides all the same. */
  readonly failed: string | null;
}

/** Brings the files that the newest record speaks of in line with the chain. Idempotent; never throws for storage. */
export function mendThread(folder: HomeFolder, packets: Packets, key: string): MendReport {
  const { record, damage } = readHead(folder, key);
  // With a damaged newest record the one before it may be out of date: nothing is written on its word.
  if (record === null || damage.length > 0) return { mended: [], failed: null };
  const mended: string[] = [];
  try {
    for (const [packetId, wanted] of meaningOf(record)) {
      const text = packets.read(packetId).handoffJson;
      if (text === null || agrees(text, wanted)) continue;
      if (mendPacket(folder, packets, { thread: record, packetId })) mended.push(packetId);
    }
  } catch (error) {
    if (error instanceof AppError && error.kind === "environment") return { mended, failed: error.message };
    throw error;
  }
  return { mended, failed: null };
}

/** What a newest record says of its packet and of the one before it. */
function meaningOf(record: ChainRecord): readonly (readonly [string, ChainLifecycle])[] {
  const own = [record.packetId, lifecycleOf(record, null)] as const;
  if (record.supersedes === null) return [own];
  return [own, [record.supersedes, { ...own[1], ...supersededBy(record) }]];
}

/**
 * Looks again after each write: a publication in between may have made what was written a moment ago untrue,
 * and its own mending may have come before ours.
 */
function mendPacket(
  folder: HomeFolder,
  packets: Packets,
  what: { readonly thread: Thread; readonly packetId: string },
): boolean {
  for (let rewritten = false; ; rewritten = true) {
    const wanted = lifecycleInChain(folder, what.thread, what.packetId);
    const text = packets.read(what.packetId).handoffJson;
    const mended = wanted === null || text === null ? null : applyLifecycle(text, wanted);
    if (mended === null) return rewritten;
    packets.rewrite(what.packetId, mended);
  }
}

/** The new bytes; null when nothing is to do, or when the file is not ours to touch because somebody altered it. */
function applyLifecycle(text: string, wanted: ChainLifecycle): string | null {
  if (agrees(text, wanted)) return null;
  try {
    const packet = parsePacket(text);
    return serializePacket(packet) === text ? serializePacket(withLifecycle(packet, wanted)) : null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Reads four keys only: this runs at most commands and nearly always finds nothing to do. */
function agrees(text: string, wanted: ChainLifecycle): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  if (value === null || typeof value !== "object") return false;
  const found: Partial<Record<string, unknown>> = { ...value };
  return Object.entries(wanted).every(([key, want]) => found[key] === want);
}
