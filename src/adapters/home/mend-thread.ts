import { lstatSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../domain/errors.ts";
import { createCache } from "./cache.ts";
import { newestFirst, readHead } from "./chain-files.ts";
import type { HomeFolder } from "./home-folder.ts";
import { lifecycleOf, type ChainLifecycle } from "./lifecycle.ts";
import { agrees, mendPacket } from "./mend-packet.ts";
import type { Packets } from "./packets.ts";

export interface MendReport {
  /** Packets whose file was brought in line with the chain. */
  readonly mended: readonly string[];
  /** Why something could not be mended; the chain decides all the same. */
  readonly failed: string | null;
}

/**
 * Which files were found to agree with the chain, and how they lay there then. Kept, since this runs at most commands:
 * a file that lies there as it did need not be read, whatever number of packets a thread has.
 */
interface Seen {
  /** Number of the newest record that was looked at. */
  readonly upTo: number;
  /** Packet id and the mark of its file, newest first. */
  readonly marks: readonly (readonly [string, string])[];
}

/** More packets than that are not looked after; the chain speaks for them as for all. */
const most = 500;
const disagrees = "";

/**
 * Brings the files of a thread in line with its chain: those that new records speak of, and older ones that somebody
 * wrote since. A process that is killed right after a late write leaves such a one, however far the chain has gone on.
 * Idempotent; never throws for storage.
 */
export function mendThread(folder: HomeFolder, packets: Packets, key: string): MendReport {
  const { record, damage } = readHead(folder, key);
  // With a damaged newest record the one before it may be out of date: nothing is written on its word.
  if (record === null || damage.length > 0) return { mended: [], failed: null };
  const cache = createCache(folder, "mended");
  const text = cache.get(key);
  const seen = text === null ? { upTo: 0, marks: [] } : (JSON.parse(text) as Seen);
  const suspects = new Set(seen.marks.filter(([id, mark]) => markOf(packets, id) !== mark).map(([id]) => id));
  if (suspects.size === 0 && seen.upTo === record.seq) return { mended: [], failed: null };
  const mended: string[] = [];
  const marks = new Map<string, string>();
  try {
    for (const [packetId, wanted] of meanings(folder, key, { suspects, upTo: seen.upTo })) {
      marks.set(packetId, markIfAgreed(packets, packetId, wanted));
      if (marks.get(packetId) !== disagrees || !mendPacket(folder, packets, { thread: record, packetId })) continue;
      mended.push(packetId);
      marks.set(packetId, markIfAgreed(packets, packetId, wanted));
    }
  } catch (error) {
    if (error instanceof AppError && error.kind === "environment") return { mended, failed: error.message };
    throw error;
  }
  const others = seen.marks.filter(([id]) => !marks.has(id) && !suspects.has(id));
  const now: Seen = { upTo: record.seq, marks: [...marks, ...others].slice(0, most) };
  cache.set(key, JSON.stringify(now));
  return { mended, failed: null };
}

/** What the chain says of the packets that newer records name, and of the suspects. */
function meanings(
  folder: HomeFolder,
  key: string,
  { suspects, upTo }: { readonly suspects: ReadonlySet<string>; readonly upTo: number },
): ReadonlyMap<string, ChainLifecycle> {
  const open = new Set(suspects);
  const found = new Map<string, ChainLifecycle>();
  let next: Parameters<typeof lifecycleOf>[1] = null;
  let count = 0;
  for (const { seq, record } of newestFirst(folder, key)) {
    if ((seq <= upTo && open.size === 0) || (count += 1) > most) break;
    if (record === null) continue;
    if ((seq > upTo || open.has(record.packetId)) && !found.has(record.packetId)) {
      found.set(record.packetId, lifecycleOf(record, next));
    }
    open.delete(record.packetId);
    // The record before the new ones is the first of them to be superseded.
    if (record.supersedes !== null && seq > upTo && !found.has(record.supersedes)) open.add(record.supersedes);
    next = record;
  }
  return found;
}

/** The mark under which the file agrees; it is taken first, so that a write in between shows as another one later. */
function markIfAgreed(packets: Packets, packetId: string, wanted: ChainLifecycle): string {
  const mark = markOf(packets, packetId);
  const text = packets.read(packetId).handoffJson;
  return text === null || agrees(text, wanted) ? mark : disagrees;
}

/** Every write makes another file, and the time of its last change cannot be set. */
function markOf(packets: Packets, packetId: string): string {
  const stat = lstatSync(join(packets.path(packetId), "handoff.json"), { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? "missing" : `${stat.ino} ${stat.ctimeNs} ${stat.size}`;
}
