import { expect, test } from "vitest";
import { codes, fixture, parseAs } from "./parse.ts";

test("a board gives its tasks in order", () => {
  expect(parseAs("board", fixture("board/b1.json")).value.tasks).toEqual([
    {
      id: "T-014",
      goal: "apply discounts to the cart total",
      owner: "builder",
      acceptance: ["npx vitest run test/cart", "the README explains the rounding"],
      status: "in_progress",
    },
    { id: "T-015", goal: "add the tax line", owner: "human", acceptance: [], status: "todo" },
  ]);
});

test("a feature list gives its features as tasks, done_when as acceptance", () => {
  const { value } = parseAs("feature_list", fixture("feature-list/l1.json"));
  expect(value).toMatchObject({ project: "shop", active: "cart-discounts" });
  expect(value.features.map(({ id, status, acceptance }) => [id, status, acceptance])).toEqual([
    ["cart-discounts", "in_progress", ["npx vitest run test/cart && npx tsc -p ."]],
    ["gift-cards", "todo", ["the support team has tried it"]],
  ]);
});

test.each(["acceptance", "acceptance_criteria", "done_when"])("%s is read as acceptance", (field) => {
  const { value } = parseAs("board", [{ id: "T-1", status: "todo", [field]: ["npm test"] }]);
  expect(value.tasks[0]?.acceptance).toEqual(["npm test"]);
});

test.each([
  ["todo", "todo"],
  ["in_progress", "in_progress"],
  ["In Progress", "in_progress"],
  ["in-progress", "in_progress"],
  ["DONE", "done"],
  ["completed", "done"],
  [" blocked ", "blocked"],
  [null, "todo"],
  [undefined, "todo"],
])("status %j is %s", (status, expected) => {
  const { value, damage } = parseAs("board", [{ id: "T-1", goal: "g", owner: "human", status }]);
  expect(value.tasks[0]?.status).toBe(expected);
  expect(damage).toEqual([]);
});

test.each([["finished?"], [true], [3], [{}], ["constructor"]])(
  "status %j is not known and never counts as done",
  (status) => {
    const { value, damage } = parseAs("board", [{ id: "T-1", status }]);
    expect(value.tasks[0]?.status).toBe("todo");
    expect(codes(damage)).toEqual(["wrong_value [0].status"]);
  },
);

test("of two entries with one id the less finished one stands, whatever their order", () => {
  const done = { id: "T-1", goal: "a", status: "done" };
  const open = { id: "T-1", goal: "b", status: "in_progress" };
  for (const entries of [
    [done, open],
    [open, done],
  ]) {
    const { value, damage } = parseAs("board", entries);
    expect(value.tasks.map(({ goal }) => goal)).toEqual(["b"]);
    expect(codes(damage)).toEqual(["duplicate_id [1]"]);
  }
});

test("entries that are no tasks are left out and said; the others are read", () => {
  const { value, damage } = parseAs("board", [
    { id: "T-1", status: "todo" },
    "T-2",
    null,
    { goal: "no id", status: "todo" },
    { id: "../T-3", status: "todo" },
    { id: "T-4", status: "done" },
  ]);
  expect(value.tasks.map(({ id }) => id)).toEqual(["T-1", "T-4"]);
  expect([...codes(damage)].sort()).toEqual([
    "missing_id [3]",
    "unsafe_id [4].id",
    "wrong_shape [1]",
    "wrong_shape [2]",
  ]);
});

test("a board of one task a line names lines as places", () => {
  const { value, damage } = parseAs(
    "board",
    '{"id":"T-1","status":"done"}\n{"id":"a/b","status":"todo"}\n{"id":"T-3","sta',
  );
  expect(value.ref.dialect).toBe("B2");
  expect(value.tasks.map(({ id }) => id)).toEqual(["T-1"]);
  expect([...codes(damage)].sort()).toEqual(["torn_line line 3", "unsafe_id line 2.id"]);
});

test("a contract of either dialect gives its fields", () => {
  expect(parseAs("scope_contract", fixture("scope/c1.json")).value).toMatchObject({
    taskId: "T-014",
    goal: "apply discounts to the cart total",
    allowedFiles: ["src/cart/**", "test/cart/**"],
    forbiddenFiles: ["deploy/**"],
    acceptance: ["npx vitest run test/cart"],
    rollbackPlan: "revert the merge commit",
    approvalsRequired: ["a new dependency"],
    timeBudgetMinutes: null,
  });
  expect(parseAs("scope_contract", fixture("scope/c2.json")).value.timeBudgetMinutes).toBe(45);
});

test.each([
  ["45", 45],
  [null, null],
  [-1, null],
  ["soon", null],
  [Infinity, null],
])("time_budget_minutes %j is %j", (budget, expected) => {
  const { value } = parseAs("scope_contract", { allowed_files: [], time_budget_minutes: budget });
  expect(value.timeBudgetMinutes).toBe(expected);
});

test("a contract with nulls and blanks is read without them", () => {
  const { value, damage } = parseAs("scope_contract", {
    task_id: " ",
    goal: null,
    allowed_files: null,
    forbidden_files: "deploy/**",
    acceptance_criteria: null,
    rollback_plan: "  ",
  });
  expect(value).toMatchObject({
    taskId: null,
    goal: "",
    allowedFiles: [],
    forbiddenFiles: ["deploy/**"],
    acceptance: [],
    rollbackPlan: null,
  });
  expect(damage).toEqual([]);
});
