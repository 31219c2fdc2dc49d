import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Overview, SessionEntry, Slice } from "../../../domain/view/view-model.ts";
import { LongList } from "../parts/long-list.tsx";
import { oneLine } from "../parts/shown.tsx";
import { Empty, FailureNote } from "../parts/states.tsx";
import { Time } from "../parts/time.tsx";
import { usePage } from "../state/page-context.ts";
import { writeRoute } from "../state/route.ts";
import { useSlices } from "../state/use-slices.ts";
import { SessionTimeline } from "./session-timeline.tsx";

const rowHeight = 52;

/** What happened in a session, in the order of time. Without a session in the address: the newest of this branch. */
export function TimelineView({ overview }: { readonly overview: Overview | null }): JSX.Element {
  const { words, route } = usePage();
  const [walked, setWalked] = useState<number | null>(null);
  const list = useSlices<SessionEntry, Slice<SessionEntry>>({
    about: "sessions",
    load: (source, query) => source.sessions(query),
    sliceOf: (answer) => answer,
    grows: "top",
    onGrowth: (by) => setWalked((at) => (at === null ? null : at + by)),
  });
  const newest = Array.from({ length: Math.min(list.total ?? 0, 100) }, (_, at) => list.get(at)).find(
    (entry) => entry?.branch === overview?.present.branch,
  );
  const shown = route.id ?? (overview === null ? null : ((newest ?? list.get(0))?.sessionId ?? null));
  const open = (at: number): void => {
    const entry = list.get(at);
    setWalked(at);
    if (entry !== undefined) location.hash = writeRoute("timeline", entry.sessionId);
  };
  return (
    <>
      <h1>{words.views.timeline}</h1>
      <FailureNote failure={list.failure} again={list.again} />
      {list.total === 0 ? <Empty text={words.timeline.empty} /> : null}
      {shown === null ? null : <SessionTimeline key={shown} session={shown} />}
      {(list.total ?? 0) > 1 ? (
        <section class="sessions" aria-labelledby="h-sessions">
          <h2 id="h-sessions">{words.timeline.sessions}</h2>
          <LongList
            list={list}
            label={words.timeline.choose}
            rowHeight={rowHeight}
            keys="inside"
            selected={walked}
            onSelect={open}
            onOpen={open}
            rowClass={({ sessionId }) => (sessionId === shown ? "shown" : "")}
            row={(entry) => <SessionRow entry={entry} />}
          />
        </section>
      ) : null}
    </>
  );
}

function SessionRow({ entry }: { readonly entry: SessionEntry }): JSX.Element {
  const { words } = usePage();
  return (
    <>
      <div class="chain-line">
        <code class="ellipsis">{oneLine(entry.sessionId)}</code>
        {entry.client === null ? null : <span class="tag">{oneLine(entry.client)}</span>}
        <span class="chain-time muted">
          <Time at={entry.lastAt} />
        </span>
      </div>
      <div class="ellipsis muted small">
        {oneLine(entry.branch ?? words.frame.noBranch)} · {oneLine(entry.topic)}
        {entry.counts === null ? "" : ` · ${words.timeline.counts(entry.counts)}`}
      </div>
    </>
  );
}
