import { describe, expect, test } from "vitest";
import type { TeamStore } from "../../../src/domain/team/team-store.ts";
import { main, newKey, packet, publication, writer, type Subject } from "../subject.ts";
import { standing } from "./standing.ts";

export function limitsContract(subject: Subject): void {
  const { open, claim } = standing(subject);

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
