import { describe, expect, test } from "vitest";
import { main, newKey, newRepository, packet, publication, writer, type Subject } from "../subject.ts";
import { standing } from "./standing.ts";

export function eventsContract(subject: Subject): void {
  const { open, openAt, claim } = standing(subject);

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
}
