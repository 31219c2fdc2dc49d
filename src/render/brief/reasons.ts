import type { Reason } from "../../domain/decision.ts";
import { data, filePath, join, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import type { Unit } from "./brief-section.ts";
import { clip, clipToTokens } from "./clip.ts";
import { costOf } from "./cost.ts";
import type { Judgement } from "./judgement.ts";
import { line } from "./line.ts";

const share = 0.3;

/** What they are about is told below, one by one. */
const sectionOf: ReadonlySet<string> = new Set(["effect_unknown", "question_open", "packet_incomplete"]);

/** The worst first; at least one; those that find no place are counted. */
export function describeReasons(judgement: Judgement): string[] {
  const { words, budget } = judgement;
  const shown: Unit[] = [];
  for (const reason of told(judgement)) {
    const unit = describeReason(reason, judgement);
    if (shown.length > 0 && costOf([...shown.flat(), ...unit]).tokens > budget.tokens * share) break;
    shown.push(unit);
  }
  if (shown.length === 0) return [];
  const rest = told(judgement).length - shown.length;
  const more = rest === 0 ? [] : [line(...say(words.brief.otherReasons, { n: rest }))];
  return ["", `## ${words.brief.why}`, ...shown.flat(), ...more];
}

/** Where all is as it was, the decision has said so already. */
function told({ reasons, density }: Judgement): readonly Reason[] {
  return density.details ? reasons : reasons.filter(({ code }) => code !== "scene_matches");
}

function describeReason(reason: Reason, { words, density, decision, budget }: Judgement): Unit {
  const { says, todo, keep } = words.reasons[reason.code];
  const paths = (reason.paths ?? []).filter((path) => !reason.detail.includes(path));
  const named = paths
    .slice(0, density.reasonPaths)
    .map((path): Inline[] => [filePath(clipToTokens(path, 160, budget.tokens * 0.03))]);
  if (paths.length > named.length) named.push(say(words.common.more, { n: paths.length - named.length }));
  const detail = clipToTokens(clip(reason.detail, density.error * 1.5), density.error * 1.5, budget.tokens * 0.1);
  const facts = line(
    word(`- ${reason.code}${words.colon}${says}${words.space}`),
    data(detail),
    ...(named.length === 0 ? [] : [word(words.colon), ...join(named, words.comma)]),
  );
  const short = line(word(`- ${reason.code}${words.colon}${says}`));
  // What settles a reason matters only where it stands in the way.
  if (reason.decision === "proceed")
    return density.details && decision === "proceed" ? [facts, `  → ${todo}`] : [density.foldPaths ? short : facts];
  // Where room is short, they stand in a section of their own alone.
  const brief = !density.details && sectionOf.has(reason.code);
  return [brief ? short : facts, `  → ${todo}`, ...(keep === undefined || brief ? [] : [`  → ${keep}`])];
}
