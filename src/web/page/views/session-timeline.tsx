import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Timeline, TimelineMark } from "../../../domain/view/view-model.ts";
import { Chip } from "../parts/chip.tsx";
import { Icon } from "../parts/icon.tsx";
import { LongList } from "../parts/long-list.tsx";
import { oneLine, visible } from "../parts/shown.tsx";
import { Empty, FailureNote } from "../parts/states.tsx";
import { outcomeLooks } from "../parts/tones.ts";
import { useKeys, usePage } from "../state/page-context.ts";
import { clockTime } from "../state/relative-time.ts";
import { useSlices } from "../state/use-slices.ts";
import { ContextCurve } from "./context-curve.tsx";
import { MarkDetail } from "./mark-detail.tsx";
import { SessionHead } from "./session-head.tsx";

const rowHeight = 30;
export const lanes: readonly TimelineMark["lane"][] = [
  "prompt",
  "edit",
  "command",
  "commit",
  "effect",
  "compaction",
  "interrupt",
  "cut",
];

/** One session: a row for each mark, in the lane of its kind. */
export function SessionTimeline({ session }: { readonly session: string }): JSX.Element {
  const { words } = usePage();
  const w = words.timeline;
  const [selected, setSelected] = useState<number | null>(null);
  const list = useSlices<TimelineMark, Timeline>({
    about: `timeline ${session}`,
    load: (source, query) => source.timeline(session, query),
    sliceOf: ({ marks }) => marks,
    grows: "bottom",
  });
  const timeline = list.answer;
  const failures = timeline?.failures ?? [];
  const toNextFailure = (): boolean => {
    const next = failures.find((at) => at > (selected ?? -1)) ?? failures[0];
    if (next !== undefined) setSelected(next);
    return next !== undefined;
  };
  useKeys((key) => {
    if (key !== "Escape" || selected === null) return key === "n" && toNextFailure();
    setSelected(null);
    return true;
  });
  const mark = selected === null ? undefined : list.get(selected);
  return (
    <>
      <FailureNote failure={list.failure} again={list.again} />
      {timeline === null ? null : (
        <>
          <SessionHead timeline={timeline} />
          <ContextCurve points={timeline.context} />
        </>
      )}
      <div class="timeline-head">
        <ul class="legend" aria-label={w.lanes}>
          {lanes.map((lane) => (
            <li key={lane}>
              <Icon name={lane} /> {words.lanes[lane]}
            </li>
          ))}
        </ul>
        <span class="muted small">{w.marks(list.total ?? 0)}</span>
        <button type="button" onClick={toNextFailure} disabled={failures.length === 0}>
          {w.nextFailure} <kbd>n</kbd>
          <span class="muted"> {w.failures(failures.length)}</span>
        </button>
      </div>
      {list.total === 0 ? (
        <Empty text={w.noMarks} />
      ) : (
        <div class="split">
          <LongList
            list={list}
            label={w.list}
            rowHeight={rowHeight}
            selected={selected}
            onSelect={setSelected}
            onOpen={setSelected}
            rowClass={({ lane, outcome }) => `mark lane-of-${lane} outcome-${outcome ?? "none"}`}
            row={(entry) => <MarkRow mark={entry} />}
          />
          <div class="side">{mark === undefined ? null : <MarkDetail mark={mark} />}</div>
        </div>
      )}
    </>
  );
}

function MarkRow({ mark }: { readonly mark: TimelineMark }): JSX.Element {
  const { words } = usePage();
  const { lane, at, text, outcome } = mark;
  return (
    <>
      <span class="mark-time muted">{at === null ? "" : oneLine(clockTime(at, words.language))}</span>
      <span class="lanes" aria-hidden="true">
        <span class="dot" style={{ left: `${lanes.indexOf(lane) * 20}px` }}>
          <Icon name={lane} />
        </span>
      </span>
      <span class="hidden">{words.lanes[lane]} </span>
      <span class="ellipsis mark-text">{lane === "cut" ? words.timeline.cut : visible(text).split("\n")[0]}</span>
      {outcome === null ? null : <Chip {...outcomeLooks[outcome]}>{words.outcomes[outcome]}</Chip>}
    </>
  );
}
