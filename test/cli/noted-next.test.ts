import { afterAll, expect, test } from "vitest";
import { makeSandbox } from "./run-cli.ts";

const box = makeSandbox();
afterAll(() => box.remove());

const must = (...args: string[]): string => {
  const { exit, stdout, stderr } = box.passdown(args);
  if (exit === null || exit > 1) throw new Error(`${args.join(" ")}: ${exit} ${stderr}`);
  return stdout;
};

test("what was noted as next stays next when a question comes up, and diff says so", () => {
  const packed = (): string => (JSON.parse(must("pack", "--json")) as { readonly packet_id: string }).packet_id;
  must("note", "next", "write the importer");
  const first = packed();
  must("note", "ask", "may the timeout grow?");
  const second = packed();
  const picked = JSON.parse(must("pickup", "--json")) as { readonly next_action: string; readonly brief: string };
  expect(picked.next_action).toBe("write the importer");
  expect(picked.brief).toContain("may the timeout grow?");
  const { kept, resolved, dropped } = JSON.parse(must("diff", first, second, "--json")) as Record<string, object[]>;
  expect(kept).toContainEqual({ class: "next_action", text: "write the importer" });
  expect([resolved, dropped]).toEqual([[], []]);
  const noted = /n-[0-9a-f]{12}/.exec(must("note", "next", "the second step"))?.[0] ?? "";
  const third = packed();
  must("note", "done", "--answers", noted, "pushed it");
  const fourth = packed();
  const hop = (a: string, b: string): unknown =>
    (JSON.parse(must("diff", a, b, "--json")) as Record<string, unknown>)["resolved"];
  expect(hop(second, third)).toContainEqual({
    class: "next_action",
    text: "write the importer",
    by: "the second step",
  });
  expect(hop(third, fourth)).toContainEqual({ class: "next_action", text: "the second step", by: "pushed it" });
});
