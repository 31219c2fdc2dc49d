import { afterAll, expect, test } from "vitest";
import { makeSandbox } from "./run-cli.ts";

const box = makeSandbox();
afterAll(() => box.remove());

const must = (...args: string[]): string => {
  const { exit, stdout, stderr } = box.passdown(args);
  if (exit === null || exit > 1) throw new Error(`${args.join(" ")}: ${exit} ${stderr}`);
  return stdout;
};

test("an answer given after the packet is in the next brief, and nobody is sent to get it", () => {
  const asked = must("note", "ask", "May the timeout grow?");
  const id = /n-[0-9a-f]{12}/.exec(asked)?.[0] ?? "";
  must("pack");
  expect(must("pickup")).toContain("get an answer");
  must("note", "decide", "--answers", id, "no, keep 10 s");
  const picked = JSON.parse(must("pickup", "--json")) as { readonly next_action: string; readonly brief: string };
  expect(picked.next_action).toBe("go on with the answer to: May the timeout grow? The answer: no, keep 10 s");
  expect(picked.brief).toContain("no, keep 10 s");
  expect(picked.brief).not.toContain("get an answer");
  const status = JSON.parse(must("status", "--json")) as { readonly next_action: string };
  expect(status.next_action).toBe(picked.next_action);
});

test.each(["\u200b", "\u2060\u00a0 \u200d", "\u0007"])("an answer that nobody can see is none: %j", (text) => {
  const id = /n-[0-9a-f]{12}/.exec(must("note", "ask", "May I delete it?"))?.[0] ?? "";
  expect(box.passdown(["note", "decide", "--answers", id, text]).exit).toBe(2);
});
