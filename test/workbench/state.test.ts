import { expect, test } from "vitest";
import { fixture, codes, parseAs } from "./parse.ts";

test("a state gives its fields and leaves unknown keys alone", () => {
  expect(parseAs("state", fixture("state/a2.json")).value).toMatchObject({
    version: 1,
    activeTaskId: "T-015",
    touchedFiles: ["src/cart/tax.ts"],
    assumptions: ["the tax table is static", "orders ship from one country"],
    blockers: ["the rates for 2027 are not published"],
    nextAction: "read the rates from data/rates.json",
  });
  expect(parseAs("state", fixture("state/a1.json")).value.version).toBe(0);
});

test.each([[null], [""], ["   "], [undefined]])("active_task_id %j is no task", (id) => {
  const { value, damage } = parseAs("state", { active_task_id: id, next_action: "x", blockers: [] });
  expect(value.activeTaskId).toBeNull();
  expect(damage).toEqual([]);
});

test.each([
  ["T-001\n"],
  ["../../etc/passwd"],
  ["a/b"],
  ["a\\b"],
  [".."],
  ["."],
  [" T-1"],
  ["T\u00001"],
  ["T\u202E1"],
  ["x".repeat(129)],
  ["hunter2"],
  [{ id: "T-1" }],
  [["T-1"]],
  [true],
  [1.5],
])("active_task_id %j is unsafe and not used", (id) => {
  const { value, damage } = parseAs("state", { active_task_id: id, next_action: "x" });
  expect(value.activeTaskId).toBeNull();
  expect(codes(damage)).toEqual(["unsafe_id active_task_id"]);
  expect(damage[0]?.detail).not.toMatch(/hunter2|\n/);
});

test.each(["T-001", "fix-login", "任务-7", "a.b", "P-PROJECT", 42])("active_task_id %j is used", (id) => {
  expect(parseAs("state", { active_task_id: id, next_action: "x" }).value.activeTaskId).toBe(String(id));
});

test.each([
  ["a text is one entry, not its letters", "wait", ["wait"], []],
  ["null is empty", null, [], []],
  ["blank entries are nothing", ["", "  ", "a"], ["a"], []],
  ["numbers are text", [7, "a"], ["7", "a"], []],
  ["an entry object with a detail is its detail", [{ detail: "a" }, { text: "b" }], ["a", "b"], []],
  [
    "entries without text are left out and said",
    ["a", { x: 1 }, ["b"]],
    ["a"],
    ["wrong_shape blockers[1]", "wrong_shape blockers[2]"],
  ],
  ["an object is no list", { a: 1 }, [], ["wrong_shape blockers"]],
])("blockers: %s", (_, blockers, expected, damaged) => {
  const { value, damage } = parseAs("state", { active_task_id: null, next_action: "x", blockers });
  expect(value.blockers).toEqual(expected);
  expect(codes(damage)).toEqual(damaged);
});

test.each([
  [""],
  ["   "],
  ["\n\t"],
  ["TODO"],
  ["todo."],
  ["T.B.D."],
  ["TBD!"],
  ["n/a"],
  ["N/A"],
  ["-"],
  ["--"],
  ["..."],
  ["…"],
  ["?"],
  ["none"],
  ["None"],
  ["(none)"],
  ["**none**"],
  ["null"],
  ["<next action>"],
  ["<what to do next>"],
  ["{{ next_action }}"],
  ["[TODO]"],
  ["next_action"],
  ["no next_action recorded; needs human"],
  ["read AGENTS.md, pick a task from task_board.json, run scripts/init_agent.py"],
  ["待定"],
  ["无"],
  [null],
  [{}],
])("next_action %j counts as none", (text) => {
  expect(parseAs("state", { active_task_id: "T-1", next_action: text }).value.nextAction).toBeNull();
});

test.each([
  ["TODO: write the test for the empty cart"],
  ["none of the tests covers refunds: add one"],
  ["run it"],
  ["<Button> needs a label: add one"],
  ["先写测试"],
  ["pick next task from board"],
])("next_action %j is one", (text) => {
  expect(parseAs("state", { active_task_id: "T-1", next_action: text }).value.nextAction).toBe(text);
});

test("every text goes through redaction once, whole, before it is cut", () => {
  const { value } = parseAs("state", {
    active_task_id: "T-1",
    next_action: `log in with hunter2 ${"x".repeat(30_000)}hunter2`,
    assumptions: ["the password is hunter2"],
    touched_files: ["hunter2.txt"],
    blockers: ["hunter2"],
  });
  expect(JSON.stringify(value)).not.toContain("hunter2");
  expect(value.nextAction).toMatch(/^log in with \[secret\] x+… \(\d+ characters more, sha256 [0-9a-f]{16}\)$/);
  expect(value.nextAction?.length).toBeLessThan(20_100);
});

test("lone surrogates become U+FFFD, whole pairs stay", () => {
  const { value } = parseAs("state", '{"active_task_id": "T-1", "next_action": "a\\ud800b \\ud83d\\ude00"}');
  expect(value.nextAction).toBe("a\uFFFDb 😀");
});

test("keys of the prototype are content like any other", () => {
  const text = '{"__proto__": {"blockers": ["x"]}, "constructor": 1, "active_task_id": "T-1", "next_action": "go on"}';
  const { value, damage } = parseAs("state", text);
  expect(value).toMatchObject({ blockers: [], nextAction: "go on" });
  expect(damage).toEqual([]);
  expect(({} as { blockers?: unknown }).blockers).toBeUndefined();
});

test("very long lists are cut, and that is said", () => {
  const { value, damage } = parseAs("state", {
    active_task_id: null,
    next_action: "x",
    blockers: Array(10_002).fill("b"),
  });
  expect(value.blockers).toHaveLength(10_000);
  expect(codes(damage)).toEqual(["too_many blockers"]);
});
