import { sortReasons, type Reason } from "../decision.ts";
import type { LoadedFacts, PickupFacts, Rule } from "./facts.ts";
import { judgeClaims } from "./judge-claims.ts";
import { judgeHead } from "./judge-head.ts";
import { judgeOffers } from "./judge-offers.ts";
import { judgeOpenMatters } from "./judge-open-matters.ts";
import { judgeOrigin } from "./judge-origin.ts";
import { judgePlace, judgeScene } from "./judge-place.ts";
import { judgePrerequisites } from "./judge-prerequisites.ts";
import { judgeSubject } from "./judge-subject.ts";
import { judgeDamage, judgeTime } from "./judge-time.ts";
import { judgeTeam } from "./judge-team.ts";
import { judgeVerification } from "./judge-verification.ts";
import { judgeWork } from "./judge-work.ts";
import { countOf, shortId } from "./words.ts";

/** Rules about the scene against the packet: when none of them speaks, the scene matches. */
const sceneRules: readonly Rule[] = [judgeScene, judgePlace, judgeHead, judgeWork, judgePrerequisites];
const otherRules: readonly Rule[] = [judgeOrigin, judgeVerification, judgeOpenMatters, judgeTime, judgeClaims];

/**
 * Judges a packet against the scene: every reason there is, worst first. Each rule looks at the facts alone and
 * never at another rule's result, so a further reason can only worsen the decision (`worst` of decision.ts).
 */
export function judge(facts: PickupFacts): readonly Reason[] {
  const always = [...judgeDamage(facts), ...judgeOffers(facts), ...judgeTeam(facts)];
  if (!isLoaded(facts)) return sortReasons([...always, ...judgeSubject(facts), ...judgeScene(facts)]);
  const drift = sceneRules.flatMap((rule) => rule(facts));
  return sortReasons([
    ...always,
    ...otherRules.flatMap((rule) => rule(facts)),
    ...(drift.length === 0 ? [sceneMatches(facts)] : drift),
  ]);
}

function isLoaded(facts: PickupFacts): facts is LoadedFacts {
  return facts.subject.kind === "loaded";
}

function sceneMatches({ subject, scene }: LoadedFacts): Reason {
  const head = scene.head.commit === null ? "no commit yet" : `head ${shortId(scene.head.commit)}`;
  const dirty = subject.packet.scene.dirty.length;
  const work = dirty === 0 ? "no uncommitted work" : `uncommitted work in ${countOf(dirty, "path")}`;
  return {
    code: "scene_matches",
    decision: "proceed",
    detail: `${head}, ${work} and ${countOf(subject.packet.prerequisites.length, "prerequisite")}: all as the packet recorded it`,
  };
}
