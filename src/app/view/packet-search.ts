import { setImmediate } from "node:timers/promises";
import type { HistoryEntry } from "../../adapters/home/history.ts";
import type { HomeView } from "./home-view.ts";

/** Packets whose branch, topic, id or next action holds a lower-cased text, newest first. */
export type PacketSearch = (view: HomeView, text: string) => AsyncGenerator<HistoryEntry, void, void>;

/** Others are answered between so many packets. */
const breath = 50;
/** Next actions that are remembered; beyond them the files are read again. */
const mostRemembered = 50_000;

interface Remembered {
  /** Of the file that it was read from. */
  readonly stamp: string;
  /** Lower-cased and redacted. */
  readonly nextAction: string;
}

/**
 * Only a search reads what it does not show: the records of all chains, and the next action of each packet that its own
 * fields do not find. A packet's file is read once in the life of the search, and again when it was written since.
 */
export function createPacketSearch(): PacketSearch {
  const known = new Map<string, Remembered>();
  const nextActionOf = ({ home, redactor }: HomeView, packetId: string): string => {
    const stamp = home.packets.stamp(packetId);
    if (stamp === null) return "";
    const before = known.get(packetId);
    if (before?.stamp === stamp) return before.nextAction;
    const nextAction = redactor.redact(readNextAction(home.packets.json(packetId))).toLowerCase();
    if (known.size >= mostRemembered) known.clear();
    known.set(packetId, { stamp, nextAction });
    return nextAction;
  };
  return async function* search(view, text) {
    let looked = 0;
    for (const entry of view.home.chain.walk()) {
      looked += 1;
      if (looked % breath === 0) await setImmediate();
      const { packetId, branch, topic } = entry.record;
      const own = [branch ?? "", topic, packetId].some((field) => field.toLowerCase().includes(text));
      if (own || nextActionOf(view, packetId).includes(text)) yield entry;
    }
  };
}

function readNextAction(json: string | null): string {
  if (json === null) return "";
  try {
    const value: unknown = JSON.parse(json);
    const found = value !== null && typeof value === "object" && "next_action" in value ? value.next_action : "";
    return typeof found === "string" ? found : "";
  } catch {
    return "";
  }
}
