import { threadText } from "../../../src/domain/team/json-text.ts";
import type { TeamStore } from "../../../src/domain/team/team-store.ts";
import type { Thread } from "../../../src/domain/thread.ts";
import type { Told } from "./workers.ts";

/** What the workers were told, against what the store holds. */
export interface TeamCheck {
  readonly acknowledged: number;
  /** Acknowledged, and not in the store: must be 0. */
  readonly lost: number;
  /** Tries whose outcome was unknown and became known by the key. */
  readonly resolved: number;
  /** Begun, and known to nobody but the store: of workers that were killed. */
  readonly cutOff: number;
  /** Writes that the store holds twice, or numbers that were given twice: must be 0. */
  readonly doubled: number;
  readonly claims: number;
  readonly chain: string;
}

export async function checkTeam(store: TeamStore, told: readonly Told[]): Promise<TeamCheck> {
  const known = told.flatMap((line) => ("state" in line && line.state === "known" ? line : []));
  const begun = told.flatMap((line) => ("state" in line && line.state === "begun" ? line.operation : []));
  const changed = known.filter(({ answer }) =>
    ["claimed", "published", "released", "kept", "raced"].includes(answer.result),
  );
  const stored = await readOperations(store);
  const counts = new Map<string, number>();
  for (const operation of stored) counts.set(operation, (counts.get(operation) ?? 0) + 1);
  const fences = known.flatMap(({ answer }) =>
    answer.result === "claimed" && answer.claim !== undefined
      ? `${threadText(answer.claim.thread as Thread)} ${answer.claim.fence}`
      : [],
  );
  const broken = await store.events.verify();
  return {
    acknowledged: changed.length,
    lost: changed.filter(({ operation }) => !counts.has(operation)).length,
    resolved: known.filter(({ unknown }) => unknown > 0).length,
    cutOff: begun.length - known.length,
    doubled: [...counts.values()].filter((count) => count > 1).length + fences.length - new Set(fences).size,
    claims: fences.length,
    chain: broken === null ? "whole" : `${broken.seq}: ${broken.detail}`,
  };
}

async function readOperations(store: TeamStore): Promise<readonly string[]> {
  const found: string[] = [];
  for (let after = 0; ;) {
    const events = await store.events.read({ after, limit: 10_000 });
    const last = events.at(-1);
    if (last === undefined) return found;
    for (const { detail } of events) found.push(String(detail["operation"]));
    after = last.seq;
  }
}
