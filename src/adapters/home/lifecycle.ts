import type { ChainRecord } from "../../domain/home.ts";
import type { Lifecycle } from "../../domain/packet-file.ts";
import { chainKey, newestFirst } from "./chain-files.ts";
import type { Thread } from "../../domain/thread.ts";
import type { HomeFolder } from "./home-folder.ts";

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
  return { ...none, status: "superseded", superseded_by: next.packetId, superseded_at: next.at };
}
