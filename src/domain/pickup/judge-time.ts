import type { Reason } from "../decision.ts";
import type { LoadedFacts, PickupFacts } from "./facts.ts";
import { countOf, listSome, oneLine, pathName } from "./words.ts";

const dayMs = 86_400_000;
/** Clocks are set in small steps all the time; what is within these bounds is no sign of trouble. */
const publicationToleranceMs = 5_000;
const evidenceToleranceMs = 120_000;

/** Age, clocks, and evidence that came after the packet. */
export function judgeTime(facts: LoadedFacts): readonly Reason[] {
  return [...judgeAge(facts), ...judgeClock(facts), ...judgeLater(facts), ...judgeLost(facts)];
}

/** Evidence that nobody can read may be evidence against the packet. */
export function judgeDamage(facts: PickupFacts): readonly Reason[] {
  if (facts.damage.length === 0) return [];
  const places = facts.damage.map(
    ({ path, place, detail }) => `${pathName(path)}${place === null ? "" : `, ${place}`} (${oneLine(detail)})`,
  );
  return [
    {
      code: "evidence_damaged",
      decision: "reverify",
      detail: `unreadable: ${listSome(places)}`,
      paths: [...new Set(facts.damage.map(({ path }) => path))],
    },
  ];
}

function judgeAge(facts: LoadedFacts): readonly Reason[] {
  const { packet, life } = facts.subject;
  const from = life.publishedAt ?? packet.created_at;
  if (from === null) return [];
  const days = (Date.parse(facts.now) - Date.parse(from)) / dayMs;
  if (!(days > facts.maxAgeDays)) return [];
  return [
    {
      code: "packet_old",
      decision: "reverify",
      detail: `the packet is ${countOf(Math.floor(days), "day")} old (${from}); the limit is ${countOf(facts.maxAgeDays, "day")}`,
    },
  ];
}

function judgeClock(facts: LoadedFacts): readonly Reason[] {
  const { life, newestEvidenceAt } = facts.subject;
  const findings: string[] = [];
  if (isAfter(life.publishedAt, facts.now, publicationToleranceMs)) {
    findings.push(`the packet was published at ${life.publishedAt}`);
  }
  if (isAfter(newestEvidenceAt, facts.now, evidenceToleranceMs)) {
    findings.push(`the newest evidence is of ${newestEvidenceAt}`);
  }
  if (findings.length === 0) return [];
  return [
    {
      code: "clock_skew",
      decision: "reverify",
      detail: `it is ${facts.now} now, but ${findings.join(" and ")}: order and age cannot be told`,
    },
  ];
}

function judgeLost({ subject }: LoadedFacts): readonly Reason[] {
  const { lostEvidence } = subject;
  if (lostEvidence.length === 0) return [];
  return [
    {
      code: "evidence_gap",
      decision: "reverify",
      detail: `no log holds the results any more that the packet rests on: ${listSome(lostEvidence.map(oneLine))}`,
    },
  ];
}

function judgeLater(facts: LoadedFacts): readonly Reason[] {
  const { later } = facts.subject;
  if (later.length === 0) return [];
  const items = later.map(({ kind, at, text }) => `${kind} ${oneLine(text)} (${at})`);
  return [
    {
      code: "evidence_gap",
      decision: "reverify",
      detail: `${countOf(later.length, "record")} newer than the packet: ${listSome(items)}`,
      evidence: later.map(({ id }) => id),
    },
  ];
}

function isAfter(time: string | null, now: string, toleranceMs: number): time is string {
  return time !== null && Date.parse(time) - Date.parse(now) > toleranceMs;
}
