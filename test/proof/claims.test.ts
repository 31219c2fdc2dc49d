import { expect, test } from "vitest";
import { claimsOf, dishonest } from "../../proof/claims.ts";
import type { RanCommand, Universe } from "../../proof/facts.ts";
import { makePacket } from "../home/support/make-packet.ts";

const nothing: Universe = {
  commands: [],
  changedPaths: new Set(),
  knownPaths: new Set(),
  userTexts: [],
  superseded: [],
  complete: true,
  todos: [],
  effects: [],
};

function ran(command: string, exit: number | null, more: Partial<RanCommand> = {}): RanCommand {
  return { command, exit, failed: exit === null ? null : exit !== 0, error: null, staleAfter: false, ...more };
}

function verified(command: string) {
  const packet = makePacket(1);
  const state = { command, state: "passed", cwd: "", exit_code: 0, at_tree: null, at: null } as const;
  return {
    ...packet,
    verification: {
      ...packet.verification,
      commands: [{ ...state, why: "", evidence: null, scope: null, source: "" }],
    },
  };
}

test.each<[string, readonly RanCommand[], boolean]>([
  ["it passed", [ran("npm test", 0)], true],
  ["it failed", [ran("npm test", 1)], false],
  ["it was never run", [], false],
  ["it was run before the last change", [ran("npm test", 0, { staleAfter: true })], false],
  ["it passed, then failed", [ran("npm test", 0), ran("npm test", 1)], false],
  ["nobody knows its exit", [ran("npm test", null)], false],
  ["its exit was masked", [ran("npm test", 0, { failed: null })], false],
])("a verdict is honest only where %s", (_, commands, honest) => {
  expect(dishonest(verified("npm test"), { ...nothing, commands })).toEqual(honest ? [] : ["verification: npm test"]);
});

test.each<[string, readonly RanCommand[]]>([
  ["its exit was masked", [ran("npm run lint || true", 0, { failed: null })]],
  ["it was run before the last change", [ran("npm run lint || true", 0, { staleAfter: true })]],
  ["it was never run", []],
])("a check that is said to have passed on this content is a lie where %s", (_, commands) => {
  const check = { command: "npm run lint || true", why: "", exit_code: 0, at: null, evidence: "f-1" };
  const packet = {
    ...makePacket(1),
    checks: [{ ...check, outcome: "passed" as const, current: "this_content" as const, cwd: "" }],
  };
  expect(dishonest(packet, { ...nothing, commands })).not.toEqual([]);
});

test("what was taken back, resolved or made up is wrong", () => {
  const effect = { id: "e-1", what: "npm publish", state: "done" as const, probe: null, source: "f-1" };
  const packet = {
    ...makePacket(1),
    constraints: [{ text: "Use port 5432.", author: "user", at: null }],
    effects: [effect],
  };
  const universe = { ...nothing, userTexts: ["Use port 5432."], superseded: ["Use port 5432."] };
  expect(claimsOf(packet, universe).map(({ confirmed }) => confirmed)).toEqual([false, false]);
  expect(claimsOf({ ...makePacket(1), effects: [effect] }, { ...universe, complete: false })[0]?.confirmed).toBeNull();
});

test("claims are confirmed, refused, or not known", () => {
  const packet = {
    ...makePacket(1),
    changed_files: ["a.ts", "b.ts"],
    constraints: [{ text: "Keep it.", author: "user", at: null }],
  };
  const universe = { ...nothing, changedPaths: new Set(["a.ts"]), userTexts: ["Do it. Keep it. Bye."] };
  expect(claimsOf(packet, universe).map(({ text, confirmed }) => [text, confirmed])).toEqual([
    ["a.ts", true],
    ["b.ts", false],
    ["Keep it.", true],
  ]);
});

test("a longer command that begins alike is another command", () => {
  const long = "cd backend && .venv/bin/pytest tests/test_desktop_auth.py tests/test_tokens.py -q";
  const failed = `${long} && .venv/bin/mypy src`;
  const packet = {
    ...makePacket(1),
    feedback_tail: [{ ...entry, command: failed }],
    effects: [{ id: "e-1", what: `${post} -f body="second"`, state: "done" as const, probe: null, source: "f-1" }],
  };
  const universe: Universe = {
    ...nothing,
    commands: [ran(failed, 1), ran(long, 0)],
    effects: [
      { target: `${post} -f body="second"`, state: "done" },
      { target: `${post} -f body="third"`, state: "unknown" },
    ],
  };
  expect(claimsOf(packet, universe).map(({ kind, confirmed }) => [kind, confirmed])).toEqual([
    ["failed", true],
    ["effect", true],
  ]);
});

const post = "gh api repos/owner/repository/pulls/112/comments/2734919152/replies";
const entry = {
  exit_code: 1,
  outcome: "failed",
  at: null,
  tree: null,
  count: 1,
  resolved_by: null,
  head: null,
  tail: null,
  error_lines: [],
  id: "f-1",
} as const;
