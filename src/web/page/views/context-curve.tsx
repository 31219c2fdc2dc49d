import type { JSX } from "preact";
import type { Timeline } from "../../../domain/view/view-model.ts";
import { usePage } from "../state/page-context.ts";

const [width, height] = [600, 100];

/** How full the context was, with the band in which a hand-over costs least. */
export function ContextCurve({ points }: { readonly points: Timeline["context"] }): JSX.Element {
  const { words } = usePage();
  const w = words.timeline;
  if (points.length === 0) return <p class="muted small">{w.contextUnknown}</p>;
  const most = Math.max(...points.map(({ tokens }) => tokens));
  const window = points.reduce<number | null>((known, point) => point.window ?? known, null);
  const top = window ?? most;
  const y = (tokens: number): number => height - Math.min(1, top === 0 ? 0 : tokens / top) * height;
  const x = xOf(points);
  const line = points
    .map(({ tokens }, at) => `${at === 0 ? "M" : "L"}${x(at).toFixed(1)} ${y(tokens).toFixed(1)}`)
    .join("");
  const said = w.contextNote(
    most.toLocaleString(words.language),
    window === null ? words.frame.unknown : window.toLocaleString(words.language),
  );
  return (
    <figure class="curve">
      <figcaption>
        <strong>{w.context}</strong> <span class="muted">{said}</span>
        {window === null ? null : <span class="band-name small">{w.band}</span>}
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${w.context}: ${said}`}
      >
        {window === null ? null : <rect class="band" x="0" y={y(top * 0.75)} width={width} height={height / 4} />}
        <line class="axis" x1="0" x2={width} y1={height} y2={height} />
        <path class="area" d={`${line}L${x(points.length - 1).toFixed(1)} ${height}L${x(0).toFixed(1)} ${height}Z`} />
        <path class="line" d={line} />
      </svg>
    </figure>
  );
}

/** By time; where the times say nothing, by order. */
function xOf(points: Timeline["context"]): (at: number) => number {
  const times = points.map(({ at }) => Date.parse(at));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  if (!(last > first)) return (at) => (points.length < 2 ? 0 : (at / (points.length - 1)) * width);
  return (at) => (((times[at] ?? first) - first) / (last - first)) * width;
}
