import { deepStrictEqual } from "node:assert";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TeamStore } from "../../src/domain/team/team-store.ts";
import { filesSubject } from "./files-subject.ts";
import { createModel, expected, lookAt, plain, threads, who, type Ask } from "./model.ts";
import { postgresSubject } from "./postgres-subject.ts";
import { newKey, newRepository, packet, type Subject } from "./subject.ts";
import { makeTeamDatabase, type TeamDatabase } from "./team-database.ts";

let database: TeamDatabase;
const folder = mkdtempSync(join(tmpdir(), "passdown-team-"));
beforeAll(async () => {
  database = await makeTeamDatabase();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database?.drop();
});

const thread = fc.nat(1);
const person = fc.nat(2);
const text = fc.nat(3);
const fence = fc.integer({ min: 1, max: 4 });
const fenceOrNone = fc.oneof(fc.constant(null), fence);
const expects = fc.oneof(
  { weight: 3, arbitrary: fc.constant<"active">("active") },
  fc.constant<"nothing">("nothing"),
  text,
);
const asks: fc.Arbitrary<Ask> = fc.oneof(
  fc.record({ kind: fc.constant<"claim">("claim"), thread, who: person }),
  fc.record({ kind: fc.constantFrom<("renew" | "release")[]>("renew", "release"), thread, who: person, fence }),
  fc.record({ kind: fc.constant<"take">("take"), thread, who: person, fence }),
  fc.record({ kind: fc.constant<"lapse">("lapse"), thread }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant<"publish">("publish"),
      thread,
      who: person,
      text,
      expects,
      fence: fenceOrNone,
    }),
  },
  fc.record({ kind: fc.constant<"archive">("archive"), thread, text, fence: fenceOrNone }),
  fc.record({ kind: fc.constant<"feedback">("feedback"), who: person, count: fc.nat(3) }),
  fc.record({ kind: fc.constant<"run">("run"), name: fc.nat(1), epoch: fc.nat(3) }),
);

/** Plays asks on a store, one opening a person, and tells each answer; every third is sent a second time. */
async function play(
  subject: Subject,
  list: readonly Ask[],
): Promise<{ answers: object[]; look: object; events: number }> {
  const repository = newRepository();
  const stores = await Promise.all([0, 1, 2].map(() => subject.open(repository)));
  const [first] = stores;
  if (first === undefined) throw new Error("no store");
  const ids = new Map<string, string>();
  const idOf = (at: number, number: number): string => ids.get(`${at} ${number}`) ?? "c-none";
  const holders = new Map<number, number>();
  const send = async (asked: Ask, store: TeamStore, key: { readonly operation: string }): Promise<object> => {
    const on = "thread" in asked ? (threads[asked.thread] ?? { branch: null, topic: "" }) : { branch: null, topic: "" };
    switch (asked.kind) {
      case "claim":
        return store.claims.claim({ ...key, thread: on, writer: who(asked.who), leaseSeconds: 600 });
      case "renew":
        return store.claims.renew({
          ...key,
          claimId: idOf(asked.thread, asked.fence),
          fence: asked.fence,
          leaseSeconds: 600,
        });
      case "release":
        return store.claims.release({ ...key, claimId: idOf(asked.thread, asked.fence), writer: who(asked.who) });
      case "take": {
        const base = { ...key, thread: on, writer: who(asked.who), leaseSeconds: 600 };
        return store.claims.takeOver({ ...base, claimId: idOf(asked.thread, asked.fence), reason: "gone" });
      }
      case "lapse": {
        const claim = await store.claims.current(on);
        if (claim !== null) await subject.lapse(stores[holders.get(asked.thread) ?? 0] ?? first, repository, claim);
        return {};
      }
      case "publish": {
        const active = (await store.packets.active(on))?.packetId ?? null;
        const { fence: shown, text: words } = asked;
        const expectActive = expected(asked, active);
        return store.packets.publish({
          ...key,
          thread: on,
          ...packet(`${words}`),
          expectActive,
          fence: shown,
          writer: who(asked.who),
        });
      }
      case "archive": {
        const { packetId } = packet(`${asked.text}`);
        return store.packets.archive({
          ...key,
          thread: on,
          packetId,
          reason: null,
          fence: asked.fence,
          writer: who(0),
        });
      }
      case "feedback":
        return store.feedback.append({
          ...key,
          lines: Array.from({ length: asked.count }, () => "{}"),
          writer: who(asked.who),
        });
      case "run":
        return store.runs.put({
          ...key,
          name: `${asked.name}`,
          thread: on,
          status: "s",
          epoch: asked.epoch,
          journal: "a".repeat(64),
          writer: who(0),
        });
      default:
        return asked satisfies never;
    }
  };
  const answers: object[] = [];
  for (const [index, asked] of list.entries()) {
    const by = "who" in asked ? asked.who : 0;
    const key = newKey();
    const answer = await send(asked, stores[by] ?? first, key);
    if (index % 3 === 0 && asked.kind !== "publish") {
      deepStrictEqual(await send(asked, first, key), answer, "the retry answers as the first try");
    }
    if ("claim" in answer && "thread" in asked) {
      const { claim } = answer as { claim: { id: string; fence: number } };
      ids.set(`${asked.thread} ${claim.fence}`, claim.id);
      if (asked.kind === "claim" || asked.kind === "take") holders.set(asked.thread, by);
    }
    answers.push(plain(answer));
  }
  const look = await lookAt(first);
  const events = (await first.events.read({ after: 0, limit: 10_000 })).length;
  await Promise.all(stores.map((store) => store.close()));
  return { answers, look, events };
}

function playModel(list: readonly Ask[]): { answers: object[]; look: object; events: number } {
  const model = createModel();
  const answers = list.map((asked) => plain2(model.ask(asked)));
  return { answers, look: model.look(), events: model.events() };
}

function plain2(answer: object): object {
  return JSON.parse(JSON.stringify(answer));
}

const lists = fc.array(asks, { minLength: 5, maxLength: 40 });

test("a folder answers like the model", { timeout: 120_000 }, async () => {
  const subject = filesSubject(folder);
  // In a folder a claim's life is its holder's; one who claims again is there again.
  await fc.assert(
    fc.asyncProperty(lists, async (list) => {
      const without = list.filter(({ kind }) => kind !== "lapse");
      expect(await play(subject, without)).toEqual(playModel(without));
    }),
    { numRuns: 25 },
  );
});

test("PostgreSQL answers like the model", { timeout: 120_000 }, async () => {
  const subject = postgresSubject(
    () => database,
    () => database.agent,
  );
  await fc.assert(
    fc.asyncProperty(lists, async (list) => {
      expect(await play(subject, list)).toEqual(playModel(list));
    }),
    { numRuns: 40 },
  );
});
