import { sha256 } from "../../domain/digest.ts";
import type { ChainRecord } from "../../domain/home.ts";
import { AppError } from "../../domain/errors.ts";
import type { Damage } from "../../domain/workbench.ts";
import { activeId, chainKey, listChains, newestFirst, readHead, writeRecord, type Head } from "./chain-files.ts";
import type { Thread } from "../../domain/thread.ts";
import { readActives, readHistory, type HistoryEntry, type HistoryFilter } from "./history.ts";
import type { HomeFolder } from "./home-folder.ts";
import { lifecycleInChain, type ChainLifecycle } from "./lifecycle.ts";
import { mendThread, type MendReport } from "./mend-thread.ts";
import type { PacketFiles, Packets } from "./packets.ts";
import { verifyChains } from "./verify-chain.ts";
import { walkHistory } from "./walk-history.ts";

export interface Publication extends Thread, PacketFiles {
  readonly packetId: string;
  readonly digest: string;
  /** The active packet that this one was generated after; null when there was none. */
  readonly expectActive: string | null;
  readonly at: string;
}

interface Archiving extends Thread {
  readonly packetId: string;
  readonly reason: string | null;
  readonly at: string;
}

type PublishResult =
  | {
      readonly result: "published";
      readonly record: ChainRecord;
      /** Bringing the files in line with the chain; what failed is mended by the next command. */
      readonly mend: MendReport;
    }
  /** This very packet is the active one already. */
  | { readonly result: "unchanged"; readonly record: ChainRecord }
  /** Somebody else published meanwhile; nothing was superseded. */
  | { readonly result: "raced"; readonly active: string | null };

type ArchiveResult =
  | { readonly result: "archived"; readonly record: ChainRecord; readonly mend: MendReport }
  | { readonly result: "not_active"; readonly active: string | null };

/**
 * The life of packets: one chain of records per branch and topic, one number per step, never changed afterwards.
 * The newest record alone says which packet is active, so a reader sees the old packet or the new one.
 */
export interface Chain {
  readonly publish: (publication: Publication) => PublishResult;
  readonly archive: (archiving: Archiving) => ArchiveResult;
  /** With damage, the record is the newest readable one and may be out of date. */
  readonly active: (thread: Thread) => { readonly record: ChainRecord | null; readonly damage: readonly Damage[] };
  readonly activeAll: () => { readonly records: readonly ChainRecord[]; readonly damage: readonly Damage[] };
  /** The newest readable step of every thread: it may be that its packet was archived. */
  readonly heads: () => readonly ChainRecord[];
  /** Readable steps of a thread after a number, oldest first. */
  readonly after: (thread: Thread, seq: number) => readonly ChainRecord[];
  readonly history: (filter?: HistoryFilter) => {
    readonly entries: readonly HistoryEntry[];
    readonly damage: readonly Damage[];
  };
  /** The same packets in the same order, one at a time: only the records are read that are asked for. */
  readonly walk: () => Generator<HistoryEntry, void, void>;
  /** What the chain says of a packet, whatever its file says; null when this home never published it there. */
  readonly lifecycle: (packet: Thread & { readonly packetId: string }) => ChainLifecycle | null;
  /** Whether this home published this packet with this digest. */
  readonly holds: (packet: Thread & { readonly packetId: string; readonly digest: string }) => boolean;
  /** Brings packet files in line with the chain, of one thread or of all. Never fails for the storage. */
  readonly mend: (thread?: Thread) => MendReport;
  readonly verifyChain: () => readonly Damage[];
}

export function createChain(folder: HomeFolder, packets: Packets): Chain {
  const mend = (thread: Thread): MendReport => mendThread(folder, packets, chainKey(thread));
  return {
    publish: (publication) => folder.keep(() => publish(folder, packets, publication)),
    archive: (options) => folder.keep(() => archive(folder, packets, options)),
    active: (thread) => {
      const head = readHead(folder, chainKey(thread));
      return { record: head.record?.kind === "published" ? head.record : null, damage: head.damage };
    },
    activeAll: () => readActives(folder),
    heads: () => listChains(folder).keys.flatMap((key) => readHead(folder, key).record ?? []),
    after: (thread, seq) => {
      const steps: ChainRecord[] = [];
      for (const stored of newestFirst(folder, chainKey(thread))) {
        if (stored.seq <= seq) break;
        if (stored.record !== null) steps.push(stored.record);
      }
      return steps.toReversed();
    },
    history: (filter = {}) => readHistory(folder, filter),
    walk: () => walkHistory(folder),
    lifecycle: (packet) => lifecycleInChain(folder, packet, packet.packetId),
    holds: ({ packetId, digest, branch, topic }) => {
      for (const { record } of newestFirst(folder, chainKey({ branch, topic }))) {
        if (record?.packetId === packetId && record.digest === digest) return true;
      }
      return false;
    },
    mend: (thread) => {
      if (thread !== undefined) return mend(thread);
      const reports = listChains(folder).keys.map((key) => mendThread(folder, packets, key));
      return {
        mended: reports.flatMap((report) => report.mended),
        failed: reports.find((report) => report.failed !== null)?.failed ?? null,
      };
    },
    verifyChain: () => verifyChains(folder),
  };
}

function publish(folder: HomeFolder, packets: Packets, publication: Publication): PublishResult {
  const { packetId, digest, branch, topic, expectActive, at } = publication;
  const key = chainKey({ branch, topic });
  // A publisher that died after its record and before its file is mended first: the next record no longer names it.
  mendThread(folder, packets, key);
  // A crash from here to the record leaves a packet that no chain knows: it counts for nothing, and publishing it
  // again uses the same folder.
  packets.put(packetId, digest, publication);
  for (;;) {
    const head = readHead(folder, key);
    const active = activeId(head);
    if (active === packetId && head.record !== null) return { result: "unchanged", record: head.record };
    if (active !== expectActive) return { result: "raced", active };
    const files = { json: sha256(publication.handoffJson), markdown: sha256(publication.handoffMd) };
    const next = { packetId, digest, branch, topic, supersedes: active, at, reason: null, files };
    const record = follow(head, { ...next, kind: "published" });
    // This is the moment: before it the old packet is active, after it the new one.
    if (writeRecord(folder, record) === "exists") continue;
    // A crash here leaves the old packet's file saying "active". The chain decides; the next command mends the file.
    return { result: "published", record, mend: mendThread(folder, packets, key) };
  }
}

function archive(folder: HomeFolder, packets: Packets, archiving: Archiving): ArchiveResult {
  const { branch, topic, packetId } = archiving;
  const key = chainKey(archiving);
  mendThread(folder, packets, key);
  for (;;) {
    const head = readHead(folder, key);
    const active = activeId(head);
    if (active !== packetId || head.record === null) return { result: "not_active", active };
    const { reason, at } = archiving;
    const next = { packetId, digest: head.record.digest, branch, topic, supersedes: null, at, reason };
    const record = follow(head, { ...next, kind: "archived" });
    if (writeRecord(folder, record) === "exists") continue;
    return { result: "archived", record, mend: mendThread(folder, packets, key) };
  }
}

/** The record after a head. */
function follow(head: Head, step: Omit<ChainRecord, "seq" | "prev">): ChainRecord {
  if (head.newest === null) return { seq: 1, ...step, prev: null };
  const { seq, sha256: before, damage } = head.newest;
  if (before !== null && damage?.code !== "unknown_version") return { seq: seq + 1, ...step, prev: before };
  throw new AppError({
    kind: "environment",
    code: "chain_unreadable",
    message: `cannot continue the chain after record ${seq}: ${damage?.detail ?? "it cannot be read"}`,
    hint: "update passdown if a newer one was used here; else move that record away, so that the chain goes on from the one before",
  });
}
