import { describe, expect, test } from "vitest";
import type { Fact } from "../../proof/facts.ts";
import { prepare, tells, tellsPath } from "../../proof/match.ts";

const told = (text: string, fact: Fact): boolean => tells(prepare(text), fact);

describe("a path", () => {
  test.each<[string, string, boolean]>([
    ["- `src/a.ts`*", "src/a.ts", true],
    ["read /tmp/x/src/a.ts", "src/a.ts", true],
    ["src/{a,b}.ts", "src/b.ts", true],
    ["src/{a,b}.ts", "src/c.ts", false],
    ["src/a.tsx", "src/a.ts", false],
    ["my-src/a.ts", "src/a.ts", false],
    ["src/a.ts.bak", "src/a.ts", false],
    ["lib/src", "src", true],
    ["src/a.ts", "src", false],
    ["See src/a.ts.", "src/a.ts", true],
  ])("%s: %s %s", (text, path, expected) => {
    expect(tellsPath(prepare(text), path)).toBe(expected);
  });
});

describe("a failure", () => {
  const fact: Fact = { class: "failure", command: "npm test", error: "TypeError: x is not a function" };
  test.each<[string, boolean]>([
    ["npm test -> exit 1: TypeError: x is not a function", true],
    ["cd /a && npm test failed\n…\n`TypeError: x is not a function`", true],
    ["npm test -> exit 1", false],
    ["TypeError: x is not a function", false],
    [`npm test ${"y ".repeat(600)} TypeError: x is not a function`, false],
  ])("%#", (text, expected) => {
    expect(told(text, fact)).toBe(expected);
  });

  test("another line of the same output says as much", () => {
    expect(told("npm test: 3 of 9 are red", { ...fact, others: ["3 of 9 are red"] })).toBe(true);
  });
});

test("a verdict stands with its command", () => {
  const passed: Fact = { class: "verification", command: "npm test", verdict: "passed" };
  expect(told("✓ passed `npm test`", passed)).toBe(true);
  expect(told("npm test", passed)).toBe(false);
  expect(told(`passed.${" x".repeat(100)} npm test`, passed)).toBe(false);
  expect(told("npm test -> exit 1", { ...passed, verdict: "failed" })).toBe(true);
});

test("braces are read as a shell reads them, in commands too", () => {
  const brief = "- [done] gh api repos/o/r/comments/{101,102}/replies -f body=… (2 times)";
  const effect = (n: number): Fact => ({
    class: "effect",
    target: `gh api repos/o/r/comments/${n}/replies`,
    state: "done",
  });
  expect([101, 102, 103].map((n) => told(brief, effect(n)))).toEqual([true, true, false]);
  expect(told(brief, { ...effect(102), state: "unknown" } as Fact)).toBe(false);
});

test("a word of another entry says nothing of this one", () => {
  const brief =
    "## Verification\n- seen: ✓ passed `npm test`: exit 0\n\n## Failing commands\n| npm run lint -> exit 1: unknown option";
  const fact = (verdict: "passed" | "failed" | "not_run"): Fact => ({
    class: "verification",
    command: "npm test",
    verdict,
  });
  expect(told(brief, fact("passed"))).toBe(true);
  expect(told(brief, fact("failed"))).toBe(false);
  expect(told(brief, fact("not_run"))).toBe(false);
  const stale = "- seen: ✓ passed `npm test`: exit 0, before later changes";
  expect(told(stale, fact("not_run"))).toBe(true);
  const effect: Fact = { class: "effect", target: "sh deploy.sh", state: "unknown" };
  expect(told("- [done] sh deploy.sh\n\n## Commands whose outcome is unknown", effect)).toBe(false);
});

test("the order of a log tells what came after a check", () => {
  const fact: Fact = { class: "verification", command: "npm test", verdict: "not_run" };
  const log = "Call: npm test [exit code 0]\nOutput: ok\nCall: edit a.ts";
  expect(tells(prepare(log), fact, "log")).toBe(true);
  expect(tells(prepare(log), { ...fact, verdict: "passed" }, "log")).toBe(true);
  expect(tells(prepare(log), { ...fact, verdict: "failed" }, "log")).toBe(false);
});

test("a sentence by seven words of ten, in one place", () => {
  const fact: Fact = { class: "constraint", text: "never push to main without asking the whole team first" };
  expect(told("> Never push to main without asking the team first.", fact)).toBe(true);
  expect(told("never push to main", fact)).toBe(false);
  expect(told(`never push to main ${"y ".repeat(900)} without asking the whole team first`, fact)).toBe(false);
  expect(told("> 不要修改配置文件", { class: "constraint", text: "不要修改配置文件。" })).toBe(true);
});

test("an effect of unknown outcome has to be told as one", () => {
  const fact: Fact = { class: "effect", target: "git push origin main", state: "unknown" };
  expect(told("- [unknown] git push origin main", fact)).toBe(true);
  expect(told("- [done] git push origin main", fact)).toBe(false);
  expect(told("- git push origin main", { ...fact, state: "done" })).toBe(true);
});

test("a commit by seven digits", () => {
  expect(told("head abcdef1", { class: "commit", id: "abcdef1234" })).toBe(true);
  expect(told("head abcdef2", { class: "commit", id: "abcdef1234" })).toBe(false);
});
