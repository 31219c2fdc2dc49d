import { classes, type CorpusScore, type RecallRow } from "../score.ts";
import type { ProofResult } from "./result.ts";

/** The result as text for a terminal, in Markdown tables. */
export function renderTables(result: ProofResult): string {
  return [
    ...result.corpora.map(corpusTables),
    driftTable(result),
    hopTable(result),
    table(
      ["gate", "checked", "violations"],
      result.gates.map(({ gate, checked, violations }) => [gate, String(checked), String(violations.length)]),
    ),
    ...result.gates.flatMap(({ violations }) => violations.slice(0, 10).map((text) => `  ! ${text}`)),
    table(
      ["target", "value", "wanted", "met"],
      result.targets.map(({ name, value, target, kind, met }) => [
        name,
        percent(value),
        `${kind === "least" ? "≥" : "≤"} ${percent(target)}`,
        met === null ? "not measured" : met ? "yes" : "NO",
      ]),
    ),
    `score card ${result.card === null ? "–" : result.card.toFixed(1)} of 100 · ${result.skipped.length} skipped · ${result.seconds.toFixed(0)} s`,
  ].join("\n\n");
}

function corpusTables(score: CorpusScore): string {
  const rows = score.rows.map((row) => [
    row.maker,
    String(row.budget),
    percent(row.macro),
    percent(row.weighted),
    ...classes.map((name) => percent(row.byClass[name])),
    percent(row.next),
    row.ratio.toFixed(3),
  ]);
  return [
    `## ${score.corpus} corpus: ${score.cases} cases, ${score.counted} with enough facts (${classes
      .map((name) => `${name} ${score.facts[name]}`)
      .join(
        ", ",
      )}; ${score.factsLeftOut} facts in cases with fewer than six left out); import, pack and pickup ${score.medianMs.toFixed(0)} ms (median)`,
    table(["maker", "tokens", "macro", "weighted", ...classes, "next 10", "ratio"], rows),
    table(
      ["claims", "judged", "confirmed", "not known"],
      [
        ...score.precision.byKind.map((kind) => [
          kind.kind,
          String(kind.judged),
          String(kind.confirmed),
          String(kind.unknown),
        ]),
        ["mean of kinds", String(score.precision.judged), percent(score.precision.share), ""],
      ],
    ),
  ].join("\n\n");
}

function driftTable({ drift }: ProofResult): string {
  const bad = drift.results.filter(({ score }) => score < 1);
  return [
    `## drift: ${drift.results.length} changes on ${drift.bases} scenes; detected ${percent(drift.detection)}, false alarms ${percent(drift.falseAlarms)}`,
    ...bad
      .slice(0, 40)
      .map(
        ({ change, base, expected, gained, decision }) =>
          `  ! ${change} (${base}): wanted ${expected.join(" or ") || "nothing new"}, got ${gained.join(", ") || "nothing new"} [${decision}]`,
      ),
    ...drift.broken.map((name) => `  ! could not be made: ${name}`),
  ].join("\n");
}

function hopTable({ hops }: ProofResult): string {
  return [
    "## five hops",
    table(
      ["hop", "client", "constraints", "failures", "brief, characters", "packet, characters"],
      hops.hops.map((hop, at) => [
        String(at + 1),
        hop.client,
        `${hop.constraints} of ${hop.constraintsOf}`,
        `${hop.failures} of ${hop.failuresOf}`,
        String(hop.chars),
        String(hop.packetChars),
      ]),
    ),
  ].join("\n\n");
}

export function percent(share: RecallRow["next"]): string {
  return share === null ? "–" : `${(share * 100).toFixed(1)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
