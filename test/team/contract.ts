import { describe, expect, onTestFinished, test } from "vitest";
import type { SharedClaim, TeamStore } from "../../src/domain/team/team-store.ts";
import type { Thread } from "../../src/domain/thread.ts";
import { main, newKey, newRepository, packet, publication, writer, type Subject } from "./subject.ts";

/** What every team store does, whatever it is made of. */
export function contract(subject: Subject): void {
  const openAt = async (repository: string): Promise<TeamStore> => {
    const store = await subject.open(repository);
    onTestFinished(() => store.close());
    return store;
  };
  const open = (): Promise<TeamStore> => openAt(newRepository());
  const claim = async (store: TeamStore, name: string, thread: Thread = main): Promise<SharedClaim> => {
    const outcome = await store.claims.claim({ ...newKey(), thread, writer: writer(name), leaseSeconds: 600 });
    if (outcome.result !== "claimed") throw new Error(`held by ${outcome.by.id}`);
    return outcome.claim;
  };

  describe("packets", () => {
    test("the newest is active, the one before superseded, and both keep their bytes", async () => {
      const store = await open();
      expect(await store.packets.active(main)).toBeNull();
      const first = await store.packets.publish(publication("one"));
      const one = packet("one").packetId;
      expect(first).toMatchObject({ result: "published", packet: { packetId: one, status: "active", seq: 1 } });
      const second = await store.packets.publish(publication("two", { expectActive: one }));
      expect(second).toMatchObject({ result: "published", packet: { supersedes: one, seq: 2 } });
      const history = await store.packets.history(main, 10);
      expect(history.map(({ status, seq }) => [status, seq])).toEqual([
        ["active", 2],
        ["superseded", 1],
      ]);
      expect(await store.packets.history(main, 1)).toEqual(history.slice(0, 1));
      expect(await store.packets.active(main)).toEqual(history[0]);
      expect(await store.packets.files(one)).toEqual(packet("one").files);
      expect(await store.packets.files("p-0000000000000000")).toBeNull();
    });

    test("the active one again changes nothing; an older one may come back", async () => {
      const store = await open();
      await store.packets.publish(publication("one"));
      const one = packet("one").packetId;
      expect(await store.packets.publish(publication("one"))).toMatchObject({
        result: "unchanged",
        packet: { seq: 1 },
      });
      await store.packets.publish(publication("two", { expectActive: one }));
      const back = await store.packets.publish(publication("one", { expectActive: packet("two").packetId }));
      expect(back).toMatchObject({ result: "published", packet: { packetId: one, seq: 3 } });
    });

    test("one that was made after another is kept beside, and is no rival once it is published", async () => {
      const store = await open();
      await store.packets.publish(publication("one"));
      const one = packet("one").packetId;
      expect(await store.packets.publish(publication("late"))).toEqual({ result: "raced", active: one });
      expect(await store.packets.publish(publication("late"))).toEqual({ result: "raced", active: one });
      expect(await store.packets.active(main)).toMatchObject({ packetId: one });
      expect(await store.packets.rivals(main)).toMatchObject([{ packetId: packet("late").packetId, status: "rival" }]);
      expect(await store.packets.files(packet("late").packetId)).toEqual(packet("late").files);
      expect(await store.packets.history(main, 10)).toHaveLength(1);
      expect(await store.packets.publish(publication("late", { expectActive: one }))).toMatchObject({
        result: "published",
      });
      expect(await store.packets.rivals(main)).toEqual([]);
    });

    test("archived: none is active, and only the active one can be", async () => {
      const store = await open();
      const request = {
        thread: main,
        packetId: packet("one").packetId,
        reason: "over\u0000",
        fence: null,
        writer: writer("ann"),
      };
      expect(await store.packets.archive({ ...newKey(), ...request })).toEqual({ result: "not_active", active: null });
      await store.packets.publish(publication("one"));
      const done = await store.packets.archive({ ...newKey(), ...request });
      expect(done).toMatchObject({ result: "archived", packet: { status: "archived", seq: 1 } });
      expect(await store.packets.active(main)).toBeNull();
      expect(await store.packets.publish(publication("two"))).toMatchObject({ packet: { seq: 3, supersedes: null } });
    });

    test("no branch is a thread of its own, apart from an empty one", async () => {
      const store = await open();
      const threads: Thread[] = [
        { branch: null, topic: "main" },
        { branch: "", topic: "main" },
        { branch: "null", topic: "main" },
        { branch: "a\u0000b", topic: "\ud800" },
        { branch: "a\u0000b", topic: "\ud801" },
        { branch: "主干", topic: "e\u0301" },
        { branch: "主干", topic: "\u00e9" },
      ];
      for (const [index, thread] of threads.entries()) {
        expect(await store.packets.publish(publication(`of ${index}`, { thread }))).toMatchObject({
          result: "published",
          packet: { thread },
        });
        expect(await store.packets.publish(publication(`second ${index}`, { thread }))).toMatchObject({
          result: "raced",
        });
      }
      expect((await store.packets.activeAll()).map(({ thread }) => thread)).toHaveLength(threads.length);
      expect(new Set((await store.packets.activeAll()).map(({ thread }) => JSON.stringify(thread))).size).toBe(
        threads.length,
      );
    });

    test("another packet under a known id is refused", async () => {
      const store = await open();
      await store.packets.publish(publication("one"));
      const forged = { ...publication("one"), digest: packet("two").digest, expectActive: packet("one").packetId };
      await expect(store.packets.publish(forged)).rejects.toMatchObject({ code: "packet_differs" });
      expect(await store.packets.files(packet("one").packetId)).toEqual(packet("one").files);
    });
  });

  describe("retries", () => {
    test("the same key and content is one write, and answers the same, also long after and at the same time", async () => {
      const repository = newRepository();
      const store = await openAt(repository);
      const other = await openAt(repository);
      const request = publication("one");
      const first = await store.packets.publish(request);
      await store.packets.publish(publication("two", { expectActive: packet("one").packetId }));
      expect(await other.packets.publish(request)).toEqual(first);
      const late = publication("three", { expectActive: packet("two").packetId });
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? store : other).packets.publish(late)),
      );
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(await store.packets.history(main, 10)).toHaveLength(3);
      expect(await store.events.read({ after: 0, limit: 100 })).toHaveLength(3);
    });

    test("every kind of write can be repeated", async () => {
      const store = await open();
      const w = writer("ann");
      const asked = { ...newKey(), thread: main, writer: w, leaseSeconds: 600 };
      const claimed = await store.claims.claim(asked);
      if (claimed.result !== "claimed") throw new Error("held");
      const { id: claimId, fence } = claimed.claim;
      const renewal = { ...newKey(), claimId, fence, leaseSeconds: 900 };
      const run = {
        ...newKey(),
        name: "r",
        thread: main,
        status: "running",
        epoch: 1,
        journal: "a".repeat(64),
        writer: w,
      };
      const lines = { ...newKey(), lines: ["{}", "{}"], writer: w };
      const made = publication("one", { fence });
      const archiving = { ...newKey(), thread: main, packetId: made.packetId, reason: null, fence, writer: w };
      const ending = { ...newKey(), claimId, writer: w };
      const all = [
        () => store.claims.renew(renewal),
        () => store.runs.put(run),
        () => store.feedback.append(lines),
        () => store.packets.publish(made),
        () => store.packets.archive(archiving),
        () => store.claims.release(ending),
      ];
      const first = [];
      for (const write of all) first.push(await write());
      const again = [];
      for (const write of [() => store.claims.claim(asked), ...all]) again.push(await write());
      expect(again).toEqual([claimed, ...first]);
      expect(await store.claims.current(main)).toBeNull();
      expect(await store.feedback.read({ after: 0, limit: 10 })).toHaveLength(2);
      expect(await store.events.read({ after: 0, limit: 100 })).toHaveLength(6);
    });

    test("a key with other content is refused, also of another kind and on another thread", async () => {
      const store = await open();
      const { operation } = publication("one");
      await store.packets.publish(publication("one", { operation }));
      const thread = { branch: "other", topic: "main" };
      const others = [
        () => store.packets.publish(publication("two", { operation })),
        () => store.packets.publish(publication("one", { operation, thread })),
        () => store.packets.publish(publication("one", { operation, writer: writer("bob") })),
        () => store.claims.claim({ operation, thread, writer: writer("ann"), leaseSeconds: 1 }),
        () => store.feedback.append({ operation, lines: ["{}"], writer: writer("ann") }),
        () => store.claims.release({ operation, claimId: "c-unknown", writer: writer("ann") }),
      ];
      for (const write of others) await expect(write()).rejects.toMatchObject({ code: "operation_reused" });
      expect(await store.events.read({ after: 0, limit: 100 })).toHaveLength(1);
      expect(await store.packets.activeAll()).toHaveLength(1);
    });

    test("one key sent at once with 20 contents is one write", async () => {
      const repository = newRepository();
      const stores = await Promise.all(Array.from({ length: 4 }, () => openAt(repository)));
      const { operation } = newKey();
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) =>
          (stores[index % 4] ?? stores[0])?.packets.publish(
            publication(`${index}`, { operation, thread: { branch: `${index % 5}`, topic: "t" } }),
          ),
        ),
      );
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(outcomes.flatMap((outcome) => (outcome.status === "rejected" ? outcome.reason.code : []))).toEqual(
        Array.from({ length: 19 }, () => "operation_reused"),
      );
      expect(await stores[0]?.packets.activeAll()).toHaveLength(1);
    });
  });

  describe("claims", () => {
    test("one holder at a time, fences that rise, and the others hear who it is", async () => {
      const repository = newRepository();
      const [a, b] = [await openAt(repository), await openAt(repository)];
      const first = await claim(a, "ann");
      expect(first).toMatchObject({ fence: 1, thread: main, writer: writer("ann"), state: "live" });
      const held = await b.claims.claim({ ...newKey(), thread: main, writer: writer("bob"), leaseSeconds: 600 });
      expect(held).toMatchObject({ result: "held", by: { id: first.id, fence: 1 } });
      expect(await b.claims.current(main)).toMatchObject({ id: first.id });
      expect(await b.claims.release({ ...newKey(), claimId: "c-other", writer: writer("bob") })).toMatchObject({
        result: "not_held",
      });
      // By hand its id is enough: whoever names it has seen it.
      expect(await b.claims.release({ ...newKey(), claimId: first.id, writer: writer("bob") })).toEqual({
        result: "released",
      });
      expect(await b.claims.release({ ...newKey(), claimId: first.id, writer: writer("bob") })).toEqual({
        result: "not_held",
        by: null,
      });
      expect(await a.claims.current(main)).toBeNull();
      expect(await claim(b, "bob")).toMatchObject({ fence: 2 });
      expect(await claim(b, "bob", { branch: null, topic: "main" })).toMatchObject({ fence: 1 });
      expect(await b.claims.all()).toHaveLength(2);
    });

    test("a session that claims again keeps what it has; one without a name does not", async () => {
      const repository = newRepository();
      const [a, b] = [await openAt(repository), await openAt(repository)];
      const first = await claim(a, "ann");
      expect(await claim(b, "ann")).toMatchObject({ id: first.id, fence: 1, state: "live" });
      const thread = { branch: "other", topic: "main" };
      const nobody = { thread, writer: { ...writer("ann"), session: null }, leaseSeconds: 600 };
      expect(await a.claims.claim({ ...newKey(), ...nobody })).toMatchObject({ result: "claimed" });
      expect(await b.claims.claim({ ...newKey(), ...nobody })).toMatchObject({ result: "held" });
    });

    test("of 20 at once one wins, and so do the takeovers", async () => {
      const repository = newRepository();
      const stores = await Promise.all(Array.from({ length: 20 }, () => openAt(repository)));
      const claims = await Promise.all(
        stores.map((store, index) =>
          store.claims.claim({ ...newKey(), thread: main, writer: writer(`w${index}`), leaseSeconds: 600 }),
        ),
      );
      const winners = claims.flatMap((outcome, index) => (outcome.result === "claimed" ? { ...outcome, index } : []));
      expect(winners).toHaveLength(1);
      const [won] = winners;
      const winner = stores[won?.index ?? 0];
      if (won === undefined || winner === undefined) throw new Error("nobody won");
      await subject.lapse(winner, repository, won.claim);
      const takers = await Promise.all(
        stores.map((store, index) =>
          store.claims.takeOver({
            ...newKey(),
            thread: main,
            writer: writer(`t${index}`),
            leaseSeconds: 600,
            claimId: won.claim.id,
            reason: "gone",
          }),
        ),
      );
      expect(takers.filter(({ result }) => result === "claimed")).toHaveLength(1);
      expect(await stores[3]?.claims.current(main)).toMatchObject({ fence: 2 });
      const published = await Promise.all(
        stores.map((store, index) =>
          store.packets.publish(publication(`p${index}`, { thread: { branch: "free", topic: "t" } })),
        ),
      );
      expect(published.filter(({ result }) => result === "published")).toHaveLength(1);
      expect(await stores[0]?.packets.rivals({ branch: "free", topic: "t" })).toHaveLength(19);
      expect(await stores[0]?.events.verify()).toBeNull();
    });

    test("a claim whose holder is not known to live is held on, until somebody takes it over with a reason", async () => {
      const repository = newRepository();
      const [a, b] = [await openAt(repository), await openAt(repository)];
      const first = await claim(a, "ann");
      const taking = {
        thread: main,
        writer: writer("bob"),
        leaseSeconds: 600,
        claimId: first.id,
        reason: "on holiday",
      };
      expect(await b.claims.takeOver({ ...newKey(), ...taking })).toMatchObject({
        result: "refused",
        by: { state: "live" },
      });
      await subject.lapse(a, repository, first);
      expect(await b.claims.current(main)).toMatchObject({ state: "unknown" });
      const asked = { ...newKey(), thread: main, writer: writer("bob"), leaseSeconds: 600 };
      expect(await b.claims.claim(asked)).toMatchObject({ result: "held", by: { state: "unknown" } });
      await expect(b.claims.takeOver({ ...newKey(), ...taking, reason: " " })).rejects.toMatchObject({
        code: "reason_missing",
      });
      expect(await b.claims.takeOver({ ...newKey(), ...taking, claimId: "c-other" })).toMatchObject({
        result: "refused",
      });
      const taken = await b.claims.takeOver({ ...newKey(), ...taking });
      expect(taken).toMatchObject({ result: "claimed", claim: { fence: 2 }, from: { id: first.id, state: "unknown" } });
      expect(await b.claims.takeOver({ ...newKey(), ...taking })).toMatchObject({
        result: "refused",
        by: { fence: 2 },
      });
      const events = await b.events.read({ after: 0, limit: 10 });
      expect(events.at(-1)).toMatchObject({ kind: "taken_over", detail: { reason: "on holiday", from: first.id } });
    });

    test("nobody's claim cannot be taken over", async () => {
      const store = await open();
      const taking = {
        ...newKey(),
        thread: main,
        writer: writer("bob"),
        leaseSeconds: 600,
        claimId: "c-none",
        reason: "mine",
      };
      expect(await store.claims.takeOver(taking)).toEqual({ result: "refused", by: null });
    });

    test("renewed while it stands, also late; lost after a takeover and after its end", async () => {
      const repository = newRepository();
      const [a, b] = [await openAt(repository), await openAt(repository)];
      const first = await claim(a, "ann");
      const renewal = { claimId: first.id, fence: 1, leaseSeconds: 600 };
      expect(await a.claims.renew({ ...newKey(), ...renewal })).toMatchObject({
        result: "renewed",
        claim: { id: first.id },
      });
      expect(await a.claims.renew({ ...newKey(), ...renewal, fence: 2 })).toMatchObject({ result: "lost" });
      await subject.lapse(a, repository, first);
      expect(await a.claims.renew({ ...newKey(), ...renewal })).toMatchObject({ result: "renewed" });
      await subject.lapse(a, repository, first);
      await b.claims.takeOver({
        ...newKey(),
        thread: main,
        writer: writer("bob"),
        leaseSeconds: 600,
        claimId: first.id,
        reason: "gone",
      });
      expect(await a.claims.renew({ ...newKey(), ...renewal })).toMatchObject({ result: "lost", by: { fence: 2 } });
      expect(await a.claims.renew({ ...newKey(), ...renewal, claimId: "c-none" })).toEqual({
        result: "lost",
        by: null,
      });
    });
  });

  describe("fences", () => {
    test("on a claimed thread only its holder writes, and a zombie's writes are refused", async () => {
      const repository = newRepository();
      const [a, b] = [await openAt(repository), await openAt(repository)];
      const first = await claim(a, "ann");
      expect(await b.packets.publish(publication("theirs"))).toMatchObject({ result: "held", by: { id: first.id } });
      expect(await b.packets.publish(publication("theirs", { fence: 7 }))).toEqual({ result: "fenced", fence: 1 });
      expect(await a.packets.publish(publication("mine", { fence: 1 }))).toMatchObject({ result: "published" });
      await subject.lapse(a, repository, first);
      // Nobody took it over: the newest fence still counts.
      const mine = packet("mine").packetId;
      expect(await a.packets.publish(publication("late", { fence: 1, expectActive: mine }))).toMatchObject({
        result: "published",
      });
      await b.claims.takeOver({
        ...newKey(),
        thread: main,
        writer: writer("bob"),
        leaseSeconds: 600,
        claimId: first.id,
        reason: "gone",
      });
      const late = packet("late").packetId;
      expect(await a.packets.publish(publication("zombie", { fence: 1, expectActive: late }))).toEqual({
        result: "fenced",
        fence: 2,
      });
      const archiving = { thread: main, packetId: late, reason: null, writer: writer("ann") };
      expect(await a.packets.archive({ ...newKey(), ...archiving, fence: 1 })).toEqual({ result: "fenced", fence: 2 });
      expect(await a.packets.archive({ ...newKey(), ...archiving, fence: null })).toMatchObject({ result: "held" });
      expect(await a.packets.active(main)).toMatchObject({ packetId: late });
      expect(await a.packets.rivals(main)).toEqual([]);
      expect(await a.packets.files(packet("zombie").packetId)).toBeNull();
    });

    test("a fence is over with its claim", async () => {
      const store = await open();
      const first = await claim(store, "ann");
      await store.claims.release({ ...newKey(), claimId: first.id, writer: writer("ann") });
      expect(await store.packets.publish(publication("one", { fence: 1 }))).toEqual({ result: "fenced", fence: 1 });
      expect(await store.packets.publish(publication("one", { fence: null }))).toMatchObject({ result: "published" });
    });

    test("a run's lower epoch is refused", async () => {
      const store = await open();
      const run = { name: "r\u0000", thread: main, status: "running", journal: "a".repeat(64), writer: writer("ann") };
      expect(await store.runs.put({ ...newKey(), ...run, epoch: 2 })).toEqual({ result: "kept" });
      expect(await store.runs.put({ ...newKey(), ...run, epoch: 1 })).toEqual({ result: "fenced", epoch: 2 });
      expect(await store.runs.put({ ...newKey(), ...run, epoch: 2, status: "done" })).toEqual({ result: "kept" });
      expect(await store.runs.all()).toMatchObject([{ ...run, epoch: 2, status: "done" }]);
    });
  });

  describe("feedback", () => {
    test("lines in order, whole batches, from any place", async () => {
      const repository = newRepository();
      const stores = await Promise.all(Array.from({ length: 5 }, () => openAt(repository)));
      const odd = ["", "\u0000", "\u2028", "\r", "\ufeff{}", "主干", "😀", '{"a":"\\ud800"}'];
      expect(await stores[0]?.feedback.append({ ...newKey(), lines: odd, writer: writer("ann") })).toEqual({
        result: "kept",
        last: odd.length,
      });
      expect(await stores[0]?.feedback.append({ ...newKey(), lines: [], writer: writer("ann") })).toEqual({
        result: "kept",
        last: odd.length,
      });
      const batches = Array.from({ length: 25 }, (_, batch) =>
        Array.from({ length: 7 }, (__, line) => `{"batch":${batch},"line":${line}}`),
      );
      await Promise.all(
        batches.map((lines, index) =>
          stores[index % 5]?.feedback.append({ ...newKey(), lines, writer: writer(`w${index}`) }),
        ),
      );
      const all = (await stores[1]?.feedback.read({ after: 0, limit: 10_000 })) ?? [];
      expect(all.slice(0, odd.length).map(({ line }) => line)).toEqual(odd);
      expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: odd.length + 175 }, (_, index) => index + 1));
      const kept = all.slice(odd.length).map(({ line }) => line);
      const found = Array.from({ length: 25 }, (_, index) => kept.slice(index * 7, index * 7 + 7));
      expect(found.sort()).toEqual(batches.sort());
      expect(await stores[2]?.feedback.read({ after: 10, limit: 3 })).toEqual(all.slice(10, 13));
      expect(await stores[2]?.feedback.read({ after: 1000, limit: 3 })).toEqual([]);
    });

    test("20,000 lines at once", async () => {
      const store = await open();
      const lines = Array.from({ length: 20_000 }, (_, index) => JSON.stringify({ index, filler: "x".repeat(60) }));
      expect(await store.feedback.append({ ...newKey(), lines, writer: writer("ann") })).toEqual({
        result: "kept",
        last: 20_000,
      });
      const end = await store.feedback.read({ after: 19_990, limit: 100 });
      expect(end.map(({ line }) => line)).toEqual(lines.slice(-10));
    });
  });

  describe("events", () => {
    test("each names the one before; a changed one is found", async () => {
      const repository = newRepository();
      const store = await openAt(repository);
      const first = await claim(store, "ann");
      for (const text of ["one", "two", "three"]) {
        const expectActive = (await store.packets.active(main))?.packetId ?? null;
        await store.packets.publish(publication(text, { fence: first.fence, expectActive }));
      }
      const events = await store.events.read({ after: 0, limit: 100 });
      expect(events.map(({ kind, seq }) => [seq, kind])).toEqual([
        [1, "claimed"],
        [2, "published"],
        [3, "published"],
        [4, "published"],
      ]);
      expect(events.map(({ previous }) => previous)).toEqual([
        null,
        ...events.slice(0, -1).map((event) => event.sha256),
      ]);
      expect(events[1]).toMatchObject({
        thread: main,
        writer: writer("ann"),
        detail: { packet: packet("one").packetId },
      });
      expect(await store.events.read({ after: 2, limit: 1 })).toEqual(events.slice(2, 3));
      expect(await store.events.verify()).toBeNull();
      await subject.damage(repository, 3);
      expect(await (await openAt(repository)).events.verify()).toMatchObject({ seq: 3 });
    });

    test("refused writes are none", async () => {
      const store = await open();
      await claim(store, "ann");
      await store.packets.publish(publication("x"));
      await store.packets.publish(publication("x", { fence: 9 }));
      await store.claims.claim({ ...newKey(), thread: main, writer: writer("bob"), leaseSeconds: 5 });
      expect(await store.events.read({ after: 0, limit: 100 })).toHaveLength(1);
    });
  });

  describe("limits", () => {
    test("a repository sees nothing of another", async () => {
      const [a, b] = [await open(), await open()];
      await a.packets.publish(publication("one"));
      await claim(a, "ann");
      await a.feedback.append({ ...newKey(), lines: ["{}"], writer: writer("ann") });
      expect([
        await b.packets.activeAll(),
        await b.claims.all(),
        await b.feedback.read({ after: 0, limit: 9 }),
      ]).toEqual([[], [], []]);
      expect([await b.packets.files(packet("one").packetId), await b.events.read({ after: 0, limit: 9 })]).toEqual([
        null,
        [],
      ]);
      expect(await claim(b, "bob")).toMatchObject({ fence: 1 });
    });

    test("a packet of 64 MB is kept byte for byte, a larger one refused", async () => {
      const store = await open();
      const handoffMd = "0123456789abcde\u0000".repeat(4 * 1024 * 1024);
      const large = { ...publication("large"), files: { handoffJson: "{}", handoffMd } };
      expect(await store.packets.publish(large)).toMatchObject({ result: "published" });
      const files = await store.packets.files(large.packetId);
      expect(files?.handoffMd === handoffMd).toBe(true);
      const larger = { ...publication("larger"), files: { handoffJson: "{}", handoffMd: `${handoffMd}x` } };
      await expect(store.packets.publish(larger)).rejects.toMatchObject({ code: "packet_too_large" });
    });

    test.each<[string, (store: TeamStore) => Promise<unknown>]>([
      [
        "text_not_unicode",
        (store) => store.packets.publish({ ...publication("x"), files: { handoffJson: "\ud800", handoffMd: "" } }),
      ],
      [
        "text_not_unicode",
        (store) => store.feedback.append({ ...newKey(), lines: ["a\udc00"], writer: writer("ann") }),
      ],
      ["line_feed_in_line", (store) => store.feedback.append({ ...newKey(), lines: ["a\nb"], writer: writer("ann") })],
      ["operation_invalid", (store) => store.packets.publish(publication("x", { operation: "o-1" }))],
      ["packet_id_invalid", (store) => store.packets.publish(publication("x", { packetId: "../x" }))],
      ["packet_id_invalid", (store) => store.packets.files("p-\u0000")],
      ["digest_invalid", (store) => store.packets.publish(publication("x", { digest: "" }))],
      ["thread_too_long", (store) => store.packets.active({ branch: "b".repeat(3000), topic: "t" })],
      [
        "lease_invalid",
        (store) => store.claims.claim({ ...newKey(), thread: main, writer: writer("ann"), leaseSeconds: 0 }),
      ],
      ["limit_invalid", (store) => store.events.read({ after: 0, limit: 0 })],
      [
        "text_too_long",
        (store) => store.claims.claim({ ...newKey(), thread: main, writer: writer("x".repeat(9990)), leaseSeconds: 1 }),
      ],
      ["number_invalid", (store) => store.packets.publish(publication("x", { fence: 1.5 }))],
      [
        "number_invalid",
        (store) =>
          store.runs.put({
            ...newKey(),
            name: "r",
            thread: main,
            status: "s",
            epoch: 2 ** 60,
            journal: "a".repeat(64),
            writer: writer("ann"),
          }),
      ],
    ])("%s", async (code, ask) => {
      const store = await open();
      await expect(ask(store)).rejects.toMatchObject({ kind: "input", code });
      expect(await store.events.read({ after: 0, limit: 9 })).toEqual([]);
    });
  });
}
