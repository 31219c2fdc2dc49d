import type { HistoryEntry } from "../../adapters/home/history.ts";
import { mapStrings } from "../../domain/generate/map-strings.ts";
import { boundSlice } from "../../domain/view/slice.ts";
import type { ChainEntry, ChainQuery, Slice } from "../../domain/view/view-model.ts";
import { readPacket } from "../read-last.ts";
import type { HomeView } from "./home-view.ts";
import type { PacketSearch } from "./packet-search.ts";

/**
 * Packets, newest first. Without a search, as many records are read as the slice reaches back, and the files of its packets;
 * `total` then counts the folders of packets until the end is in sight, where it is exact.
 */
export async function readChain(view: HomeView, query: ChainQuery, search: PacketSearch): Promise<Slice<ChainEntry>> {
  const { from, limit } = boundSlice(query);
  const text = query.search.trim().toLowerCase();
  const { found, total } =
    text === "" ? takeNewest(view, from, limit) : await takeMatching(view, { text, from, limit }, search);
  return { total, from, entries: found.map((entry) => describeEntry(view, entry)) };
}

interface Taken {
  readonly found: readonly HistoryEntry[];
  readonly total: number;
}

function takeNewest({ home }: HomeView, from: number, limit: number): Taken {
  const found: HistoryEntry[] = [];
  let passed = 0;
  for (const entry of home.chain.walk()) {
    if (passed >= from + limit) return { found, total: Math.max(passed + 1, home.packets.count()) };
    if (passed >= from) found.push(entry);
    passed += 1;
  }
  return { found, total: passed };
}

async function takeMatching(
  view: HomeView,
  { text, from, limit }: { readonly text: string; readonly from: number; readonly limit: number },
  search: PacketSearch,
): Promise<Taken> {
  const found: HistoryEntry[] = [];
  let total = 0;
  for await (const entry of search(view, text)) {
    if (total >= from && found.length < limit) found.push(entry);
    total += 1;
  }
  return { found, total };
}

/** Client, session, verdict and next action stand in the packet alone. */
export function describeEntry(view: HomeView, { record, lifecycle }: HistoryEntry): ChainEntry {
  const packet = readPacket(view, record.packetId, record);
  const entry: ChainEntry = {
    packetId: record.packetId,
    branch: record.branch,
    topic: record.topic,
    status: lifecycle.status,
    supersedes: record.supersedes,
    supersededBy: lifecycle.superseded_by,
    publishedAt: record.at,
    client: packet?.client ?? null,
    sessionId: packet?.session_id ?? null,
    verdict: packet?.verification.verdict ?? null,
    nextAction: packet?.next_action ?? null,
    readable: packet !== null,
  };
  return mapStrings(entry, (text) => view.redactor.redact(text));
}
