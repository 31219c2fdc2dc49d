import { expect } from "vitest";
import type { TeamStore } from "../../src/domain/team/team-store.ts";
import type { Thread } from "../../src/domain/thread.ts";
import { packet, writer } from "./subject.ts";

/** What a test asks of a store. Claims are named by their fence: ids are a store's own. */
export type Ask =
  | { readonly kind: "claim"; readonly thread: number; readonly who: number }
  | { readonly kind: "renew" | "release"; readonly thread: number; readonly who: number; readonly fence: number }
  | { readonly kind: "take"; readonly thread: number; readonly who: number; readonly fence: number }
  | { readonly kind: "lapse"; readonly thread: number }
  | {
      readonly kind: "publish";
      readonly thread: number;
      readonly who: number;
      readonly text: number;
      readonly expects: "active" | "nothing" | number;
      readonly fence: number | null;
    }
  | { readonly kind: "archive"; readonly thread: number; readonly text: number; readonly fence: number | null }
  | { readonly kind: "feedback"; readonly who: number; readonly count: number }
  | { readonly kind: "run"; readonly name: number; readonly epoch: number };

export const threads: readonly Thread[] = [
  { branch: "main", topic: "main" },
  { branch: null, topic: "main" },
];

interface ModelClaim {
  readonly fence: number;
  readonly who: number;
  live: boolean;
}

interface ModelThread {
  fence: number;
  claim: ModelClaim | null;
  active: string | null;
  /** `packet status`, oldest first. */
  packets: { id: string; status: string }[];
}

/** The simplest thing that behaves like a store: no retries, no clocks, no ids, nothing at the same time. */
export function createModel(): {
  readonly ask: (ask: Ask) => object;
  readonly events: () => number;
  readonly look: () => object;
} {
  const state: ModelThread[] = threads.map(() => ({ fence: 0, claim: null, active: null, packets: [] }));
  const runs = new Map<number, number>();
  let lines = 0;
  let events = 0;
  const of = (index: number): ModelThread => state[index] ?? { fence: 0, claim: null, active: null, packets: [] };
  const told = (claim: ModelClaim | null): object | null =>
    claim === null ? null : { fence: claim.fence, who: claim.who, state: claim.live ? "live" : "unknown" };
  const refusal = (thread: ModelThread, fence: number | null): object | null => {
    if (fence === (thread.claim?.fence ?? null)) return null;
    return fence === null ? { result: "held", by: told(thread.claim) } : { result: "fenced", fence: thread.fence };
  };
  const newClaim = (thread: ModelThread, by: number): ModelClaim => {
    events += 1;
    thread.fence += 1;
    thread.claim = { fence: thread.fence, who: by, live: true };
    return thread.claim;
  };

  const ask = (asked: Ask): object => {
    switch (asked.kind) {
      case "claim": {
        const thread = of(asked.thread);
        if (thread.claim === null) return { result: "claimed", claim: told(newClaim(thread, asked.who)) };
        if (thread.claim.who !== asked.who) return { result: "held", by: told(thread.claim) };
        thread.claim.live = true;
        return { result: "claimed", claim: told(thread.claim) };
      }
      case "renew": {
        const { claim, fence } = of(asked.thread);
        // A store cannot know the thread of a claim that never was.
        if (claim?.fence !== asked.fence) return { result: "lost", by: asked.fence > fence ? null : told(claim) };
        claim.live = true;
        return { result: "renewed", claim: told(claim) };
      }
      case "release": {
        const thread = of(asked.thread);
        if (thread.claim?.fence !== asked.fence) {
          return { result: "not_held", by: asked.fence > thread.fence ? null : told(thread.claim) };
        }
        events += 1;
        thread.claim = null;
        return { result: "released" };
      }
      case "take": {
        const thread = of(asked.thread);
        const from = told(thread.claim);
        if (thread.claim === null || thread.claim.fence !== asked.fence || thread.claim.live)
          return { result: "refused", by: from };
        return { result: "claimed", claim: told(newClaim(thread, asked.who)), from };
      }
      case "lapse": {
        const { claim } = of(asked.thread);
        if (claim !== null) claim.live = false;
        return {};
      }
      case "publish": {
        const thread = of(asked.thread);
        const refused = refusal(thread, asked.fence);
        if (refused !== null) return refused;
        const { packetId: id } = packet(`${asked.text}`);
        if (thread.active === id) return { result: "unchanged", packet: id };
        events += 1;
        if (expected(asked, thread.active) !== thread.active) {
          thread.packets.push({ id, status: "rival" });
          return { result: "raced", active: thread.active };
        }
        for (const before of thread.packets) if (before.status === "active") before.status = "superseded";
        thread.packets.push({ id, status: "active" });
        thread.active = id;
        return { result: "published", packet: id };
      }
      case "archive": {
        const thread = of(asked.thread);
        const refused = refusal(thread, asked.fence);
        if (refused !== null) return refused;
        const { packetId: id } = packet(`${asked.text}`);
        if (thread.active !== id) return { result: "not_active", active: thread.active };
        events += 1;
        for (const before of thread.packets) if (before.status === "active") before.status = "archived";
        thread.active = null;
        return { result: "archived", packet: id };
      }
      case "feedback": {
        lines += asked.count;
        if (asked.count > 0) events += 1;
        return { result: "kept", last: lines };
      }
      case "run": {
        const known = runs.get(asked.name) ?? 0;
        if (known > asked.epoch) return { result: "fenced", epoch: known };
        events += 1;
        runs.set(asked.name, asked.epoch);
        return { result: "kept" };
      }
      default:
        return asked satisfies never;
    }
  };
  return {
    ask,
    events: () => events,
    look: () => ({
      lines,
      runs: [...runs].map(([name, epoch]) => `${name} ${epoch}`).sort(),
      threads: state.map((thread) => ({
        claim: told(thread.claim),
        active: thread.active,
        history: thread.packets
          .filter(({ status }) => status !== "rival")
          .map(({ id, status }) => `${id} ${status}`)
          .reverse(),
        rivals: [...new Set(thread.packets.map(({ id }) => id))]
          .filter((id) => thread.packets.every((other) => other.id !== id || other.status === "rival"))
          .sort(),
      })),
    }),
  };
}

export function expected(ask: Ask & { readonly kind: "publish" }, active: string | null): string | null {
  if (ask.expects === "active") return active;
  return ask.expects === "nothing" ? null : packet(`${ask.expects}`).packetId;
}

/** The same look at a real store. */
export async function lookAt(store: TeamStore): Promise<object> {
  const runs = await store.runs.all();
  const looks = [];
  for (const thread of threads) {
    const claim = await store.claims.current(thread);
    looks.push({
      claim: claim === null ? null : plainClaim(claim),
      active: (await store.packets.active(thread))?.packetId ?? null,
      history: (await store.packets.history(thread, 1000)).map(({ packetId, status }) => `${packetId} ${status}`),
      rivals: (await store.packets.rivals(thread)).map(({ packetId }) => packetId).sort(),
    });
  }
  expect(await store.events.verify()).toBeNull();
  const lines = await store.feedback.read({ after: 0, limit: 10_000 });
  return { lines: lines.length, runs: runs.map(({ name, epoch }) => `${name} ${epoch}`).sort(), threads: looks };
}

interface Claim {
  readonly fence: number;
  readonly state: string;
  readonly writer: { readonly author: string };
}

function plainClaim({ fence, state, writer: by }: Claim): object {
  return { fence, who: Number(/\d/.exec(by.author)?.[0]), state };
}

/** An answer without ids and times. */
export function plain(answer: object): object {
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => {
      if (["claim", "by", "from"].includes(key) && value !== null) return [key, plainClaim(value)];
      return key === "packet" ? [key, value.packetId] : [key, value];
    }),
  );
}

export function who(index: number): ReturnType<typeof writer> {
  return writer(`w${index}`);
}
