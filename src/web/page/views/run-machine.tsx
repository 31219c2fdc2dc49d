import type { JSX } from "preact";
import type { RunStatus } from "../../../domain/runs/run.ts";
import type { RunEntry } from "../../../domain/view/view-model.ts";
import { oneLine } from "../parts/shown.tsx";
import { usePage } from "../state/page-context.ts";

interface Box {
  readonly text: string;
  readonly at: boolean;
}

interface Form {
  readonly name: "wide" | "narrow";
  readonly size: readonly [width: number, height: number];
  /** Top left corners: running, finished, interrupted, failed, and the record beside it. */
  readonly corners: readonly (readonly [x: number, y: number])[];
  /** From running to one of three ends, and from an interruption to a record. */
  readonly ways: readonly string[];
  readonly heads: readonly string[];
}

const [boxWidth, boxHeight] = [132, 30];
/** From left to right; where that would be too small to read, from top to bottom. */
const forms: readonly Form[] = [
  {
    name: "wide",
    size: [542, 130],
    corners: [
      [8, 50],
      [208, 5],
      [208, 50],
      [208, 95],
      [402, 50],
    ],
    ways: ["M142 65H176M176 65V20H200", "M142 65H200", "M142 65H176V110H200", "M342 65H392"],
    heads: [
      "M200 15.5 208 20 200 24.5Z",
      "M200 60.5 208 65 200 69.5Z",
      "M200 105.5 208 110 200 114.5Z",
      "M392 60.5 400 65 392 69.5Z",
    ],
  },
  {
    name: "narrow",
    size: [230, 206],
    corners: [
      [4, 4],
      [40, 46],
      [40, 88],
      [40, 172],
      [84, 130],
    ],
    ways: ["M18 34V61H32", "M18 61V103H32", "M18 103V187H32", "M62 118V145H76"],
    heads: [
      "M32 56.5 40 61 32 65.5Z",
      "M32 98.5 40 103 32 107.5Z",
      "M32 182.5 40 187 32 191.5Z",
      "M76 140.5 84 145 76 149.5Z",
    ],
  },
];

/** The states of a run with the one that it is in. */
export function RunMachine({ run }: { readonly run: RunEntry }): JSX.Element {
  const { words } = usePage();
  const { runStatus, frame } = words;
  // A record that says running is the last word of one who was cut off, unless somebody still executes it.
  const cutOff = run.status === "running" && !run.executing;
  const status = cutOff ? "interrupted" : run.status;
  const name = status in runStatus ? runStatus[status as RunStatus] : oneLine(status);
  const states: readonly RunStatus[] = ["running", "finished", "interrupted", "failed"];
  const boxes: readonly Box[] = [
    ...states.map((one) => ({ text: runStatus[one], at: status === one })),
    { text: words.runs.record, at: run.recoveryRecords.length > 0 },
  ];
  return (
    <figure class="machine">
      <figcaption class="label">
        {words.runs.machine}
        {frame.colon}
        {name}
        {cutOff ? <span class="muted"> ({words.runs.leftRunning})</span> : null}
      </figcaption>
      {forms.map((form) => (
        <Drawing key={form.name} form={form} boxes={boxes} label={`${words.runs.machine}: ${name}`} />
      ))}
    </figure>
  );
}

function Drawing(props: { readonly form: Form; readonly boxes: readonly Box[]; readonly label: string }): JSX.Element {
  const { form, boxes, label } = props;
  const [width, height] = form.size;
  return (
    <svg class={form.name} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {form.ways.map((way) => (
        <path key={way} class="way" d={way} />
      ))}
      {form.heads.map((head) => (
        <path key={head} class="way-head" d={head} />
      ))}
      {boxes.map(({ text, at }, index) => {
        const [x, y] = form.corners[index] ?? [0, 0];
        return (
          <g key={text} class={at ? "state at" : "state"}>
            <rect x={x} y={y} width={boxWidth} height={boxHeight} rx="6" />
            <text x={x + boxWidth / 2} y={y + 20} text-anchor="middle">
              {at ? `● ${text}` : text}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
