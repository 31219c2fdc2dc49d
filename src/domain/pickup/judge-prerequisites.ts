import type { Reason } from "../decision.ts";
import type { LoadedFacts } from "./facts.ts";
import { isInPlace, placeOf } from "./place.ts";
import { listSome, oneLine, shortId } from "./words.ts";

/** Files that the next session must load before it acts. */
export function judgePrerequisites(facts: LoadedFacts): readonly Reason[] {
  if (!isInPlace(placeOf(facts))) return [];
  const { packet, prerequisites: present } = facts.subject;
  const missing = packet.prerequisites.filter(({ path }) => (present[path] ?? null) === null);
  const changed = packet.prerequisites.filter(({ path, sha256 }) => {
    const now = present[path] ?? null;
    return now !== null && now !== sha256;
  });
  const reasons: Reason[] = [];
  if (missing.length > 0) {
    const names = missing.map(({ path, sha256, why }) => `${oneLine(path)} (${oneLine(why)}; ${recordedAs(sha256)})`);
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
        `${oneLine(path)} (${oneLine(why)}; ${recordedAs(sha256)}, now ${shortId(present[path] ?? "")})`,
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
