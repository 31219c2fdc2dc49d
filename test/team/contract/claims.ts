import { describe, expect, test } from "vitest";
import { main, newKey, newRepository, publication, writer, type Subject } from "../subject.ts";
import { standing } from "./standing.ts";

export function claimsContract(subject: Subject): void {
  const { open, openAt, claim } = standing(subject);

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
}
