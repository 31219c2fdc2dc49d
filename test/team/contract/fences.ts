import { describe, expect, test } from "vitest";
import { main, newKey, newRepository, packet, publication, writer, type Subject } from "../subject.ts";
import { standing } from "./standing.ts";

export function fencesContract(subject: Subject): void {
  const { open, openAt, claim } = standing(subject);

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
}
