import { describe, expect, test } from "vitest";
import { newKey, newRepository, writer, type Subject } from "../subject.ts";
import { standing } from "./standing.ts";

export function feedbackContract(subject: Subject): void {
  const { open, openAt } = standing(subject);

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
}
