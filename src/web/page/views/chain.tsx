import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ChainEntry, Slice } from "../../../domain/view/view-model.ts";
import { Chip } from "../parts/chip.tsx";
import { LongList } from "../parts/long-list.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { oneLine } from "../parts/shown.tsx";
import { Empty, FailureNote } from "../parts/states.tsx";
import { Time } from "../parts/time.tsx";
import { statusLooks } from "../parts/tones.ts";
import { isField } from "../state/keyboard.ts";
import { useKeys, usePage } from "../state/page-context.ts";
import { writeRoute, type Route } from "../state/route.ts";
import { useSlices, type SliceList } from "../state/use-slices.ts";
import { ChainDetail } from "./chain-detail.tsx";
import { DiffView } from "./diff.tsx";

const rowHeight = 62;

/** Packets as a line, newest first; two of them can be compared. */
export function ChainView(): JSX.Element {
  const { words, route } = usePage();
  const { chain, frame } = words;
  const [search, setSearch] = useState("");
  const [selected, setSelected] = useState<number | null>(null);
  const list = useSlices<ChainEntry, Slice<ChainEntry>>({
    about: `chain ${search}`,
    load: (source, query) => source.chain({ ...query, search }),
    sliceOf: (answer) => answer,
    grows: "top",
    onGrowth: (by) => setSelected((at) => (at === null ? null : Math.max(0, at + by))),
  });
  const chosen = selected === null ? undefined : list.get(selected);
  const open = (at: number): void => {
    const entry = list.get(at);
    if (entry !== undefined) location.hash = writeRoute("packet", entry.packetId);
  };
  useKeys((key, event) => {
    // In the search field it leaves the search.
    if (key === "Escape" && selected !== null && !isField(event.target)) {
      setSelected(null);
      return true;
    }
    if (key !== "x" || chosen === undefined) return false;
    location.hash = writeRoute("chain", null, olderFirst(pick(route.pair, chosen.packetId), list));
    return true;
  });
  const { total } = list;
  return (
    <>
      <div class="view-head">
        <h1>{words.views.chain}</h1>
        <SearchField
          label={chain.search}
          onSearch={(text) => {
            setSearch(text);
            setSelected(null);
          }}
        />
        <p class="muted small" role="status">
          {total === null ? frame.loading : search === "" ? chain.total(total) : chain.found(total)}
        </p>
      </div>
      <FailureNote failure={list.failure} again={list.again} />
      <div class="split">
        <div>
          {total === 0 ? <Empty text={chain.empty} /> : null}
          <LongList
            list={list}
            label={chain.list}
            rowHeight={rowHeight}
            selected={selected}
            onSelect={setSelected}
            onOpen={open}
            rowClass={({ status }) => `chain-row ${status}`}
            row={(entry) => <ChainRow entry={entry} pair={route.pair} />}
          />
        </div>
        <div class="side">
          {chosen === undefined ? null : <ChainDetail entry={chosen} />}
          <DiffView />
        </div>
      </div>
    </>
  );
}

function ChainRow({ entry, pair }: { readonly entry: ChainEntry; readonly pair: Route["pair"] }): JSX.Element {
  const { words } = usePage();
  const mark = entry.packetId === pair.a ? "A" : entry.packetId === pair.b ? "B" : null;
  return (
    <>
      <span class="chain-node" aria-hidden="true" />
      <div class="chain-line">
        <code>{oneLine(entry.packetId)}</code>
        {mark === null ? null : <span class="pick">{mark}</span>}
        <Chip {...statusLooks[entry.status]}>{words.packetStatus[entry.status]}</Chip>
        <span class="muted ellipsis">
          {oneLine(entry.branch ?? words.frame.noBranch)} · {oneLine(entry.topic)}
        </span>
        <span class="chain-time muted">
          <Time at={entry.publishedAt} />
        </span>
      </div>
      <div class="ellipsis chain-next">
        {entry.readable ? oneLine(entry.nextAction ?? words.frame.none) : words.chain.unreadable}
      </div>
    </>
  );
}

/** The first choice is where the comparison begins; a third one begins a new pair. */
function pick(pair: Route["pair"], id: string): Route["pair"] {
  if (pair.a === id) return { a: "", b: pair.b };
  if (pair.b === id) return { a: pair.a, b: "" };
  if (pair.a === "") return { a: id, b: pair.b };
  return pair.b === "" ? { a: pair.a, b: id } : { a: id, b: "" };
}

/** A hop goes from the older packet to the newer one, in whichever order they were chosen; the list has the newest first. */
function olderFirst(pair: Route["pair"], list: SliceList<ChainEntry, unknown>): Route["pair"] {
  const at = (id: string): number => {
    for (let place = 0; place < (list.total ?? 0); place += 1) if (list.get(place)?.packetId === id) return place;
    return -1;
  };
  const [a, b] = [at(pair.a), at(pair.b)];
  return a !== -1 && b !== -1 && a < b ? { a: pair.b, b: pair.a } : pair;
}
