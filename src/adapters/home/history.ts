import type { ChainRecord } from "../../domain/home.ts";
import type { Damage } from "../../domain/workbench.ts";
import { chainKey, listChains, newestFirst, readHead } from "./chain-files.ts";
import type { Thread } from "../../domain/thread.ts";
import type { HomeFolder } from "./home-folder.ts";
import { lifecycleOf, type ChainLifecycle } from "./lifecycle.ts";

export interface HistoryEntry {
  /** The newest publication of the packet. */
  readonly record: ChainRecord;
  readonly lifecycle: ChainLifecycle;
}

export interface HistoryFilter {
  /** Left out: any branch. null: packets without a branch. */
  readonly branch?: string | null;
  readonly topic?: string;
  readonly limit?: number;
}

/** Packets, newest publication first, each once. */
export function readHistory(
  folder: HomeFolder,
  filter: HistoryFilter,
): { readonly entries: readonly HistoryEntry[]; readonly damage: readonly Damage[] } {
  const limit = filter.limit ?? Number.POSITIVE_INFINITY;
  const { heads, damage: unreadable } = readHeads(folder, filter);
  const damage: Damage[] = [...unreadable];
  const dated: { readonly entry: HistoryEntry; readonly at: string }[] = [];
  // No record of a chain counts as newer than its head: behind the first `limit` heads nothing can get in.
  for (const { key } of heads.filter(({ record }) => matches(record, filter)).slice(0, limit)) {
    const chain = readThread(folder, key, limit);
    damage.push(...chain.damage);
    dated.push(...inChainOrder(chain.entries));
  }
  dated.sort((a, b) => newestFirstBy(a.at, b.at));
  return { entries: dated.slice(0, limit).map(({ entry }) => entry), damage };
}

/** The active packet of every branch and topic, newest publication first. Reads the newest record of each chain. */
export function readActives(folder: HomeFolder): {
  readonly records: readonly ChainRecord[];
  readonly damage: readonly Damage[];
} {
  const { heads, damage } = readHeads(folder, {});
  const damaged = heads.flatMap((head) => head.damage);
  const records = heads.map(({ record }) => record).filter(({ kind }) => kind === "published");
  return { records, damage: [...damage, ...damaged] };
}

interface ChainHead {
  readonly key: string;
  readonly record: ChainRecord;
  readonly damage: readonly Damage[];
}

/** The newest readable record of each chain, newest first. */
function readHeads(
  folder: HomeFolder,
  filter: HistoryFilter,
): { readonly heads: readonly ChainHead[]; readonly damage: readonly Damage[] } {
  const { keys, damage: unreadable } = chosenChains(folder, filter);
  const heads: ChainHead[] = [];
  const damage: Damage[] = [...unreadable];
  for (const key of keys) {
    const head = readHead(folder, key);
    if (head.record === null) damage.push(...head.damage);
    else heads.push({ key, record: head.record, damage: head.damage });
  }
  return { heads: heads.sort((a, b) => newestFirstBy(a.record.at, b.record.at)), damage };
}

function newestFirstBy(a: string, b: string): number {
  return a < b ? 1 : a > b ? -1 : 0;
}

function chosenChains(folder: HomeFolder, filter: HistoryFilter): ReturnType<typeof listChains> {
  if (filter.branch === undefined || filter.topic === undefined) return listChains(folder);
  return { keys: [chainKey({ branch: filter.branch, topic: filter.topic })], damage: [] };
}

function readThread(
  folder: HomeFolder,
  key: string,
  limit: number,
): { readonly entries: readonly HistoryEntry[]; readonly damage: readonly Damage[] } {
  const entries: HistoryEntry[] = [];
  const damage: Damage[] = [];
  for (const entry of walkThread(folder, key, (one) => damage.push(one))) {
    entries.push(entry);
    if (entries.length >= limit) break;
  }
  return { entries, damage };
}

/** The packets of one chain, newest first, each once; what is read is read when it is asked for. */
export function* walkThread(
  folder: HomeFolder,
  key: string,
  onDamage: (damage: Damage) => void,
): Generator<HistoryEntry, void, void> {
  const seen = new Set<string>();
  let archived: ChainRecord | null = null;
  let next: ChainRecord | null = null;
  for (const stored of newestFirst(folder, key)) {
    if (stored.damage !== null) onDamage(stored.damage);
    const { record } = stored;
    if (record === null) continue;
    if (record.kind === "archived") {
      archived = record;
    } else if (!seen.has(record.packetId)) {
      seen.add(record.packetId);
      const end: ChainRecord | null = archived?.packetId === record.packetId ? archived : null;
      yield { record, lifecycle: end === null ? lifecycleOf(record, next) : lifecycleOf(end, null) };
    }
    next = record;
  }
}

/** A chain has one branch and one topic, so its newest record speaks for all. */
function matches(thread: Thread, filter: HistoryFilter): boolean {
  if (filter.branch !== undefined && filter.branch !== thread.branch) return false;
  return filter.topic === undefined || filter.topic === thread.topic;
}

/** Clocks go backwards, chains do not: an older record never counts as newer than its successor. */
function inChainOrder(
  entries: readonly HistoryEntry[],
): readonly { readonly entry: HistoryEntry; readonly at: string }[] {
  let newer: string | null = null;
  return entries.map((entry) => {
    const at: string = newer !== null && newer < entry.record.at ? newer : entry.record.at;
    newer = at;
    return { entry, at };
  });
}
