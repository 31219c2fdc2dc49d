import { listChains } from "./chain-files.ts";
import { walkThread, type HistoryEntry } from "./history.ts";
import type { HomeFolder } from "./home-folder.ts";

/** A chain with its next packet. */
interface Waiting {
  readonly entry: HistoryEntry;
  /** Clocks go backwards, chains do not: no packet counts as newer than the one after it. */
  readonly at: string;
  readonly rest: Generator<HistoryEntry, void, void>;
}

/** The packets of all chains, newest publication first. Reads one record of each chain, and then as many as are taken. */
export function* walkHistory(folder: HomeFolder): Generator<HistoryEntry, void, void> {
  /** Oldest first: the next one is at the end. */
  const waiting: Waiting[] = [];
  for (const key of listChains(folder).keys) {
    const first = take(
      walkThread(folder, key, () => undefined),
      null,
    );
    if (first !== null) waiting.push(first);
  }
  waiting.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next.entry;
    const after = take(next.rest, next.at);
    if (after !== null) waiting.splice(placeFor(waiting, after.at), 0, after);
  }
}

function take(rest: Waiting["rest"], newest: string | null): Waiting | null {
  const { value: entry, done } = rest.next();
  if (done === true || entry === undefined) return null;
  const { at } = entry.record;
  return { entry, at: newest !== null && newest < at ? newest : at, rest };
}

/** Behind all that are older, and behind those of the same time: its own chain goes on. */
function placeFor(waiting: readonly Waiting[], at: string): number {
  let low = 0;
  let high = waiting.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((waiting[middle]?.at ?? "") <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
