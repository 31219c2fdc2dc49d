import type {
  ChangedInput,
  Inspection,
  InspectedStep,
  RunDecision,
  StepVerdict,
} from "../../domain/runs/inspection.ts";
import { code, data, filePath, join, strong, tone, word, type Inline, type Tone } from "../document/inline.ts";
import { aside } from "../parts.ts";
import { say } from "../document/say.ts";
import { renderRows } from "./rows.ts";
import { describeNext, hasFinished, type RunView } from "./run-next.ts";
import type { TerminalStyle } from "./style.ts";
import type { Words } from "../words/words.ts";

const marks: Readonly<Record<RunDecision, readonly [symbol: string, tone: Tone]>> = {
  reuse_existing_artifact: ["✓", "good"],
  continue: ["✓", "good"],
  needs_human: ["?", "warn"],
  stop: ["✗", "bad"],
};

const settled: ReadonlySet<StepVerdict> = new Set(["done", "reuse", "probed_done"]);
const waiting: ReadonlySet<StepVerdict> = new Set(["not_started", "not_done"]);

/** What the line on stdout means: for people, on stderr. */
export function renderInspection(inspection: Inspection, view: RunView, style: TerminalStyle): string {
  const { words } = style;
  const { labels } = words.runs;
  const { scope, simulated, original_status: status } = inspection;
  const texts = (label: string, list: readonly string[]): Row[] => list.map((text): Row => [label, [data(text)]]);
  return renderRows(
    [
      [labels.run, [code(inspection.run), ...(status === null ? [] : [word(words.comma), code(status)])]],
      ...(simulated ? [[labels.simulated, [word(labels.simulatedYes)]] satisfies Row] : []),
      [labels.decision, describeRunDecision(inspection, words)],
      ...(hasFinished(inspection) ? [] : [whyRow(inspection, words)]),
      ...inspection.steps.map((step): Row => [labels.step, describeStep(step, words)]),
      ...inspection.changed.map((input): Row => [labels.changed, describeChange(input, words)]),
      ...texts(labels.unchecked, inspection.unchecked),
      ...texts(labels.goal, scope === null || scope.goal === "" ? [] : [scope.goal]),
      ...texts(labels.may, scope?.may ?? []),
      ...texts(labels.mustNot, scope?.must_not ?? []),
      ...describeUse(inspection, words),
      ...describeBudget(inspection, words),
      ...texts(labels.note, inspection.notes),
      ...describeNext(inspection, view, words).map((text): Row => [labels.next, text]),
    ],
    style,
  ).join("\n");
}

type Row = readonly [label: string, value: readonly Inline[]];

function whyRow({ reason, detail }: Inspection, words: Words): Row {
  return [words.runs.labels.why, [code(reason), word(words.colon), data(detail)]];
}

/** A run that finished is judged `stop` as well, for programs; for people that is no failure. */
export function describeRunDecision(inspection: Inspection, words: Words): Inline[] {
  if (hasFinished(inspection)) return [strong(tone("good", word(`✓ ${words.runs.labels.finished}`)))];
  return nameDecision(inspection.decision, words);
}

export function nameDecision(decision: RunDecision, words: Words): Inline[] {
  const [symbol, name] = marks[decision];
  return [strong(tone(name, word(`${symbol} ${decision}`))), word(words.dash + words.runs.decisions[decision])];
}

function describeStep({ key, verdict, detail, attempt, artifact, progress }: InspectedStep, words: Words): Inline[] {
  const [symbol, name]: readonly [string, Tone] = settled.has(verdict)
    ? ["✓", "good"]
    : waiting.has(verdict)
      ? ["–", "dim"]
      : ["?", "warn"];
  // Where the judgement rests on it, its sentence says it already.
  const told = detail.includes(JSON.stringify(progress));
  const known = (told ? [] : Object.entries(progress)).map(([field, value]) => [data(`${field}=${String(value)}`)]);
  return [
    tone(name, word(`${symbol} `), code(key), word(" "), word(verdict)),
    ...(attempt > 1 ? [word(` #${attempt}`)] : []),
    word(words.colon),
    data(detail),
    ...(artifact === null || detail.includes(artifact) ? [] : aside([filePath(artifact)], words)),
    ...(known.length === 0 ? [] : [word(words.comma), ...join(known, words.comma)]),
  ];
}

/** Digests are told apart by their first digits. */
function describeChange({ name, old, new: now }: ChangedInput, words: Words): Inline[] {
  const short = (text: string): string => (/^[0-9a-f]{64}$/.test(text) ? text.slice(0, 12) : text);
  const shown = now === null ? word(words.runs.labels.gone) : data(short(now));
  return [code(name), word(words.colon), data(short(old)), word(" → "), shown];
}

const kinds = ["attempts", "calls", "cost", "time_ms"] as const;

/** What is unknown is called so, with what is known of it. */
function describeUse({ budget }: Inspection, words: Words): Row[] {
  if (budget === null || budget.at_least.attempts === 0) return [];
  const { labels } = words.runs;
  const amounts = kinds.map((kind): Inline[] => {
    const spent = budget.spent[kind];
    const least = budget.at_least[kind];
    const unknown = least === 0 ? [word(words.common.unknown)] : say(labels.unknown, { n: least });
    const amount = spent === null ? unknown : [word(String(spent))];
    return [word(words.recovery.amounts[kind]), word(words.colon), ...amount];
  });
  return [[labels.used, join(amounts, words.comma)]];
}

/** Only what has a limit. */
function describeBudget({ budget }: Inspection, words: Words): Row[] {
  if (budget === null) return [];
  const { labels } = words.runs;
  return kinds.flatMap((kind): Row[] => {
    const limit = budget.limits[kind];
    if (limit === null) return [];
    const left = budget.left[kind];
    const amount = left === null ? say(labels.unknown, { n: budget.at_least[kind] }) : [word(String(left))];
    return [[labels.left, [word(words.recovery.amounts[kind]), word(words.colon), ...amount, word(` / ${limit}`)]]];
  });
}
