import { describe, expect, test } from "vitest";
import { main, newKey, newRepository, packet, publication, writer, type Subject } from "../subject.ts";
import { standing } from "./standing.ts";

export function retriesContract(subject: Subject): void {
  const { open, openAt } = standing(subject);

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
}
