import { describe, expect, test } from "vitest";
import type { Thread } from "../../../src/domain/thread.ts";
import { main, newKey, packet, publication, writer, type Subject } from "../subject.ts";
import { standing } from "./standing.ts";

export function packetsContract(subject: Subject): void {
  const { open } = standing(subject);

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
}
