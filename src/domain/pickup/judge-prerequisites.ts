import type { Reason } from "../decision.ts";
import type { LoadedFacts } from "./facts.ts";
import { isInPlace, placeOf } from "./place.ts";
import { listSome, oneLine, pathName, shortId } from "./words.ts";

/** Files that the next session must load before it acts. */
export function judgePrerequisites(facts: LoadedFacts): readonly Reason[] {
  if (!isInPlace(placeOf(facts))) return [];
  const { packet, prerequisites: present } = facts.subject;
  const missing = packet.prerequisites.filter(({ path }) => present[path]?.exists !== true);
  const changed = packet.prerequisites.filter(({ path, sha256 }) => {
    const now = present[path];
    return now?.exists === true && now.sha256 !== sha256;
  });
  const reasons: Reason[] = [];
  if (missing.length > 0) {
    const names = missing.map(({ path, sha256, why }) => `${pathName(path)} (${oneLine(why)}; ${recordedAs(sha256)})`);
    reasons.push({
      code: "prerequisite_missing",
      decision: "needs_human",
      detail: `missing: ${listSome(names)}`,
      paths: missing.map(({ path }) => path),
    });
  }
  if (changed.length > 0) {
    const names = changed.map(
      ({ path, sha256, why }) =>
        `${pathName(path)} (${oneLine(why)}; ${recordedAs(sha256)}, ${nowIs(present[path]?.sha256 ?? null)})`,
    );
    reasons.push({
      code: "prerequisite_changed",
      decision: "reverify",
      detail: `changed since the packet: ${listSome(names)}`,
      paths: changed.map(({ path }) => path),
    });
  }
  return reasons;
}

function recordedAs(sha256: string | null): string {
  return sha256 === null ? "did not exist then" : `was ${shortId(sha256)}`;
}

function nowIs(sha256: string | null): string {
  return sha256 === null ? "now no readable file" : `now ${shortId(sha256)}`;
}
