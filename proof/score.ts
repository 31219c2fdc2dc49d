import { type FactClass, weights } from "./facts.ts";
import { budgets, type CaseScore } from "./measure-case.ts";

export const classes = Object.keys(weights) as readonly FactClass[];

/** Shares from 0 to 1; null where the corpus holds no such fact. */
export interface RecallRow {
  readonly maker: string;
  readonly budget: number;
  readonly byClass: Readonly<Record<FactClass, number | null>>;
  readonly macro: number;
  /** By the weights of the classes. */
  readonly weighted: number;
  /** Of the paths that came next. */
  readonly next: number | null;
  /** Median characters of the text, over those of the session. */
  readonly ratio: number;
}

/** Real sessions are cut anywhere: one with fewer facts says too little of recall. Staged ones all count. */
const leastFacts = 6;

export interface Missed {
  readonly id: string;
  readonly class: FactClass;
  readonly fact: string;
}

export interface CorpusScore {
  readonly corpus: CaseScore["corpus"];
  readonly cases: number;
  readonly counted: number;
  readonly facts: Readonly<Record<FactClass, number>>;
  /** Of cases with too few facts. */
  readonly factsLeftOut: number;
  readonly rows: readonly RecallRow[];
  readonly precision: {
    readonly judged: number;
    /** Over all claims, of which most are paths. */
    readonly pooled: number | null;
    /** Mean over the kinds of claims, so that no kind hides behind another. */
    readonly share: number | null;
    readonly byKind: readonly KindScore[];
  };
  readonly wrong: readonly { readonly id: string; readonly kind: string; readonly text: string }[];
  readonly decoys: readonly { readonly id: string; readonly text: string }[];
  readonly dishonest: readonly { readonly id: string; readonly text: string }[];
  readonly leaked: readonly { readonly id: string; readonly text: string }[];
  /** Not told at the smallest budget. */
  readonly missed: readonly Missed[];
  readonly medianMs: number;
}

export interface KindScore {
  readonly kind: string;
  readonly judged: number;
  readonly confirmed: number;
  readonly unknown: number;
}

export function scoreCorpus(corpus: CaseScore["corpus"], all: readonly CaseScore[]): CorpusScore {
  const cases = all.filter((one) => one.corpus === corpus);
  const counted = cases.filter(({ facts }) => corpus === "staged" || facts.length >= leastFacts);
  const makers = [...new Set(cases.flatMap(({ tellings }) => tellings.map(({ maker }) => maker)))];
  const claims = cases.flatMap(({ id, claims: own }) => own.map((claim) => ({ id, ...claim })));
  const judged = claims.filter(({ confirmed }) => confirmed !== null);
  const kinds = [...new Set(claims.map(({ kind }) => kind))].sort();
  const byKind = kinds.map((kind): KindScore => {
    const own = claims.filter((claim) => claim.kind === kind);
    return {
      kind,
      judged: own.filter(({ confirmed }) => confirmed !== null).length,
      confirmed: own.filter(({ confirmed }) => confirmed === true).length,
      unknown: own.filter(({ confirmed }) => confirmed === null).length,
    };
  });
  return {
    corpus,
    cases: cases.length,
    counted: counted.length,
    facts: Object.fromEntries(
      classes.map((name) => [name, counted.flatMap(({ facts }) => facts).filter((fact) => fact.class === name).length]),
    ) as Record<FactClass, number>,
    factsLeftOut: cases.filter((one) => !counted.includes(one)).reduce((sum, { facts }) => sum + facts.length, 0),
    rows: makers.flatMap((maker) => budgets.map((budget) => recallRow(maker, budget, counted, cases))),
    precision: {
      judged: judged.length,
      pooled: ratio(judged.filter(({ confirmed }) => confirmed).length, judged.length),
      share: mean(byKind.flatMap((kind) => ratio(kind.confirmed, kind.judged) ?? [])),
      byKind,
    },
    wrong: claims.filter(({ confirmed }) => confirmed === false).map(({ id, kind, text }) => ({ id, kind, text })),
    decoys: cases.flatMap(({ id, decoysTold }) => decoysTold.map((text) => ({ id, text }))),
    dishonest: cases.flatMap(({ id, dishonest }) => dishonest.map((text) => ({ id, text }))),
    leaked: cases.flatMap(({ id, leaked }) => leaked.map((text) => ({ id, text }))),
    missed: counted.flatMap(missedIn),
    medianMs: median(cases.map(({ ms }) => ms)),
  };
}

function recallRow(
  maker: string,
  budget: number,
  counted: readonly CaseScore[],
  cases: readonly CaseScore[],
): RecallRow {
  const of = (one: CaseScore) => one.tellings.find((telling) => telling.maker === maker && telling.budget === budget);
  const byClass = Object.fromEntries(
    classes.map((name) => {
      let told = 0;
      let total = 0;
      for (const one of counted) {
        one.facts.forEach((fact, at) => {
          if (fact.class !== name) return;
          total += 1;
          if (of(one)?.told[at]) told += 1;
        });
      }
      return [name, ratio(told, total)];
    }),
  ) as Record<FactClass, number | null>;
  const present = Object.values(byClass).filter((share) => share !== null);
  const next = cases.reduce((sum, one) => sum + one.next, 0);
  return {
    maker,
    budget,
    byClass,
    macro: mean(present) ?? 0,
    weighted: weightedMean(byClass),
    next: ratio(
      cases.reduce((sum, one) => sum + (of(one)?.nextTold ?? 0), 0),
      next,
    ),
    ratio: median(counted.map((one) => (of(one)?.chars ?? 0) / Math.max(1, one.sessionTokens * 4))),
  };
}

function weightedMean(byClass: RecallRow["byClass"]): number {
  const present = classes.filter((name) => byClass[name] !== null);
  const total = present.reduce((sum, name) => sum + weights[name], 0);
  return total === 0 ? 0 : present.reduce((sum, name) => sum + weights[name] * (byClass[name] ?? 0), 0) / total;
}

function missedIn(one: CaseScore): Missed[] {
  const telling = one.tellings.find(({ maker, budget }) => maker === "passdown" && budget === budgets[0]);
  return one.facts.flatMap((fact, at) =>
    telling?.told[at] === false ? [{ id: one.id, class: fact.class, fact: textOf(fact) }] : [],
  );
}

function textOf(fact: CaseScore["facts"][number]): string {
  switch (fact.class) {
    case "file":
      return fact.path;
    case "failure":
      return `${fact.command} → ${fact.error}`;
    case "verification":
      return `${fact.command} → ${fact.verdict}`;
    case "commit":
      return fact.id;
    case "effect":
      return `${fact.target} (${fact.state})`;
    default:
      return fact.text;
  }
}

/** null of nothing. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function ratio(part: number, total: number): number | null {
  return total === 0 ? null : part / total;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
