import { classes, type CorpusScore, type RecallRow } from "../score.ts";
import type { ProofResult } from "./result.ts";
import { percent } from "./table.ts";

/** The result as one HTML file without scripts, fonts or images from elsewhere. */
export function renderPage(result: ProofResult): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>passdown: proof</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>What a hand-off keeps</h1>
<p>How to read this, and what it cannot say: <code>docs/proof.md</code>. Node ${text(result.node)}; score card
<strong>${result.card === null ? "–" : result.card.toFixed(1)}</strong> of 100.${partOf(result)}</p>
<h2>Targets</h2>
${table(
  ["target", "value", "wanted", "met"],
  result.targets.map(({ name, value, target, kind, met }) => [
    name,
    percent(value),
    `${kind === "least" ? "≥" : "≤"} ${percent(target)}`,
    met === null ? "– not measured" : met ? "✓ yes" : "✗ no",
  ]),
)}
${result.corpora.map(corpusSection).join("\n")}
<h2>Gates</h2>
${table(
  ["gate", "checked", "violations"],
  result.gates.map(({ gate, checked, violations }) => [gate, String(checked), String(violations.length)]),
)}
${list([
  ...result.gates.flatMap(({ violations }) => violations),
  ...result.gates.filter(({ checked }) => checked === 0).map(({ gate }) => `nothing was checked for: ${gate}`),
  ...result.drift.broken.map((name) => `a change could not be made: ${name}`),
])}
<h2>Drift</h2>
<p>${result.drift.results.length} changes on ${result.drift.bases} scenes: ${percent(result.drift.detection)} % noticed as what
they are, ${percent(result.drift.falseAlarms)} % false alarms.</p>
${list(
  result.drift.results
    .filter(({ score }) => score < 1)
    .map(
      ({ change, base, expected, gained }) =>
        `${change} (${base}): wanted ${expected.join(" or ") || "nothing new"}, got ${gained.join(", ") || "nothing new"}`,
    ),
)}
<h2>Five hops</h2>
${table(
  ["hop", "client", "constraints", "failures", "characters of the brief"],
  result.hops.hops.map((hop, at) => [
    String(at + 1),
    hop.client,
    `${hop.constraints} of ${hop.constraintsOf}`,
    `${hop.failures} of ${hop.failuresOf}`,
    String(hop.chars),
  ]),
)}
<h2>Not used</h2>
${list(result.skipped.map(({ what, why }) => `${what}: ${why}`))}
</main>
</body>
</html>
`;
}

function partOf({ quick, only }: ProofResult): string {
  const parts = [
    ...(quick ? ["a quick run"] : []),
    ...(only === null ? [] : [`only cases with “${only}” in their name`]),
  ];
  return parts.length === 0 ? "" : ` <strong>A part: ${text(parts.join(", "))}.</strong>`;
}

function corpusSection(score: CorpusScore): string {
  return `<h2>${score.corpus === "real" ? "Real sessions" : "Staged sessions"}</h2>
<p>${score.cases} cases, ${score.counted} with at least six facts.</p>
${plot(score)}
${table(
  ["packet", "tokens", "macro", ...classes, "next 10"],
  score.rows.map((row) => [
    row.maker,
    String(row.budget),
    percent(row.macro),
    ...classes.map((name) => percent(row.byClass[name])),
    percent(row.next),
  ]),
)}
<h3>Claims</h3>
${table(
  ["claim", "judged", "confirmed", "not known"],
  score.precision.byKind.map((kind) => [kind.kind, String(kind.judged), String(kind.confirmed), String(kind.unknown)]),
)}
<details><summary>Not told at 1,000 tokens: ${score.missed.length}</summary>
${list(score.missed.map(({ id, class: name, fact }) => `${id} · ${name} · ${fact}`))}
</details>
<details><summary>Claims that the truth does not confirm: ${score.wrong.length}</summary>
${list(score.wrong.map(({ id, kind, text: claimed }) => `${id} · ${kind} · ${claimed}`))}
</details>`;
}

const width = 640;
const height = 300;
const edge = 40;

/** Recall against tokens, one line for each packet maker. */
function plot(score: CorpusScore): string {
  const makers = [...new Set(score.rows.map(({ maker }) => maker))];
  const budgets = [...new Set(score.rows.map(({ budget }) => budget))];
  const x = (budget: number): number => {
    const [first = 1, last = 2] = [Math.log2(budgets[0] ?? 1), Math.log2(budgets.at(-1) ?? 2)];
    return edge + ((Math.log2(budget) - first) / (last - first)) * (width - 4 * edge);
  };
  const y = (share: number): number => height - edge - share * (height - 2 * edge);
  const lines = makers.map((maker, at) => {
    const rows = score.rows.filter((row) => row.maker === maker);
    const points = rows.map((row) => `${x(row.budget).toFixed(1)},${y(row.macro).toFixed(1)}`).join(" ");
    return `<g class="line-${at}"><polyline points="${points}" fill="none"/>${rows.map((row) => mark(at, x(row.budget), y(row.macro))).join("")}<text x="${(x(budgets.at(-1) ?? 0) + 10).toFixed(1)}" y="${(y(lastMacro(rows)) + 4 + nudge(makers, score, at)).toFixed(1)}">${text(maker)}</text></g>`;
  });
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<line x1="${edge}" x2="${width - 3 * edge}" y1="${y(share)}" y2="${y(share)}" class="grid"/><text x="6" y="${y(share) + 4}">${share * 100}</text>`,
  );
  const ticks = budgets.map(
    (budget) => `<text x="${x(budget)}" y="${height - 14}" text-anchor="middle">${budget.toLocaleString("en")}</text>`,
  );
  return `<figure><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Recall in percent against tokens">${[...grid, ...ticks, ...lines].join("")}</svg>
<figcaption>Macro recall (%) against the tokens of the text that the next session gets</figcaption></figure>`;
}

/** A shape for each line, so that it is not told by colour alone. */
function mark(at: number, x: number, y: number): string {
  const side = 4;
  if (at % 4 === 0) return `<circle cx="${x}" cy="${y}" r="${side + 1}"/>`;
  if (at % 4 === 1) return `<rect x="${x - side}" y="${y - side}" width="${2 * side}" height="${2 * side}"/>`;
  if (at % 4 === 2) return `<path d="M${x} ${y - side - 1}l${side + 1} ${2 * side}h${-2 * side - 2}z"/>`;
  return `<path d="M${x - side} ${y - side}l${2 * side} ${2 * side}m0 ${-2 * side}l${-2 * side} ${2 * side}" class="cross"/>`;
}

/** Names of lines that end near one another stand apart. */
function nudge(makers: readonly string[], score: CorpusScore, at: number): number {
  const ends = makers.map((maker) => lastMacro(score.rows.filter((row) => row.maker === maker)));
  const near = ends.slice(0, at).filter((end) => Math.abs(end - (ends[at] ?? 0)) < 0.05).length;
  return near * 14;
}

function lastMacro(rows: readonly RecallRow[]): number {
  return rows.at(-1)?.macro ?? 0;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (tag: string, row: readonly string[]): string =>
    `<tr>${row.map((cell) => `<${tag}>${text(cell)}</${tag}>`).join("")}</tr>`;
  return `<div class="wide"><table><thead>${cells("th", head)}</thead><tbody>${rows.map((row) => cells("td", row)).join("")}</tbody></table></div>`;
}

function list(entries: readonly string[]): string {
  return entries.length === 0
    ? "<p>None.</p>"
    : `<ul>${entries.map((entry) => `<li>${text(entry)}</li>`).join("")}</ul>`;
}

function text(raw: string): string {
  const names: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return raw
    .replaceAll(/[&<>"]/g, (sign) => names[sign] ?? "")
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, " ");
}

const style = `
:root{color-scheme:light dark;--line:#8884;--own:light-dark(#0b57d0,#8ab4f8)}
body{font:16px/1.5 system-ui,sans-serif;margin:0}
main{max-width:60rem;margin:auto;padding:1rem}
table{border-collapse:collapse;font-size:.85rem}
th,td{border:1px solid var(--line);padding:.2rem .5rem;text-align:left}
td:nth-child(n+2){font-variant-numeric:tabular-nums}
.wide{overflow-x:auto}
figure{margin:1rem 0}
svg{width:100%;height:auto;font-size:12px;fill:currentColor}
.grid{stroke:var(--line)}
g polyline,g .cross{stroke:currentColor;stroke-width:1.5}
.line-0{color:var(--own)}
.line-0 polyline{stroke-width:3}
li{overflow-wrap:anywhere}
`;
