import type { JSX } from "preact";
import type { RunStatus } from "../../../domain/runs/run.ts";
import type { RunEntry } from "../../../domain/view/view-model.ts";
import { oneLine } from "../parts/shown.tsx";
import { usePage } from "../state/page-context.ts";

interface Box {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly at: boolean;
}

const [boxWidth, boxHeight] = [132, 30];
/** Ways that a run can go: from running to one of three ends, and from an interruption to a record beside it. */
const ways = ["M142 65H176M176 65V20H200", "M142 65H200", "M142 65H176V110H200", "M342 65H392"];

/** The states of a run with the one that it is in. */
export function RunMachine({ run }: { readonly run: RunEntry }): JSX.Element {
  const { words } = usePage();
  const { runStatus } = words;
  const box = (status: RunStatus, x: number, y: number): Box => ({
    x,
    y,
    text: runStatus[status],
    at: run.status === status,
  });
  const boxes: readonly Box[] = [
    box("running", 8, 50),
    box("finished", 208, 5),
    box("interrupted", 208, 50),
    box("failed", 208, 95),
    { x: 402, y: 50, text: words.runs.record, at: run.recoveryRecords.length > 0 },
  ];
  const status = run.status in runStatus ? runStatus[run.status as RunStatus] : oneLine(run.status);
  return (
    <figure class="machine">
      <figcaption class="label">
        {words.runs.machine}
        {words.frame.colon}
        {status}
      </figcaption>
      <svg viewBox="0 0 542 130" role="img" aria-label={`${words.runs.machine}: ${status}`}>
        {ways.map((way) => (
          <path key={way} class="way" d={way} />
        ))}
        {[
          "M200 15.5 208 20 200 24.5Z",
          "M200 60.5 208 65 200 69.5Z",
          "M200 105.5 208 110 200 114.5Z",
          "M392 60.5 400 65 392 69.5Z",
        ].map((head) => (
          <path key={head} class="way-head" d={head} />
        ))}
        {boxes.map(({ x, y, text, at }) => (
          <g key={text} class={at ? "state at" : "state"}>
            <rect x={x} y={y} width={boxWidth} height={boxHeight} rx="6" />
            <text x={x + boxWidth / 2} y={y + 20} text-anchor="middle">
              {at ? `● ${text}` : text}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  );
}
