import { expect, test } from "vitest";
import { codes, fixture, parseAs } from "./parse.ts";

test("a verification report is kept as it says, with task, head and findings", () => {
  expect(parseAs("verification_report", fixture("reports/v1.json")).value).toMatchObject({
    taskId: "T-014",
    passed: false,
    headCommit: "9f8e7d6",
    findings: [
      { severity: "block", code: "coverage.below_floor", detail: "coverage 71.00% below floor 80%" },
      { severity: "warn", code: "scope.off_scope", detail: "off-scope writes: ['package.json']" },
    ],
  });
});

test.each([["true"], ["false"], [1], [0], [{}], [[]]])("passed %j says nothing usable", (passed) => {
  const { value, damage } = parseAs("verification_report", { task_id: "T-1", passed, findings: [] });
  expect(value.passed).toBeNull();
  expect(codes(damage)).toEqual(["wrong_value passed"]);
});

test("passed null says nothing, and coverage NaN does not make the report unreadable", () => {
  expect(parseAs("verification_report", { task_id: "T-1", passed: null, findings: [] })).toMatchObject({
    value: { passed: null },
    damage: [],
  });
  const nan = parseAs(
    "verification_report",
    '{"strict": true, "passed": false, "findings": [], "coverage": {"current": NaN}}',
  );
  expect(nan.value.passed).toBe(false);
  expect(codes(nan.damage)).toEqual(["invalid_number"]);
});

test.each([
  ["block", "block"],
  ["BLOCK", "block"],
  [" Blocker ", "block"],
  ["Critical", "block"],
  ["error", "block"],
  ["WARN", "warn"],
  ["Warning", "warn"],
  ["info", "info"],
  [undefined, "warn"],
  [null, "warn"],
])("severity %j is %s", (severity, expected) => {
  const { value, damage } = parseAs("verification_report", { passed: false, findings: [{ severity, detail: "d" }] });
  expect(value.findings).toEqual([{ severity: expected, code: null, detail: "d" }]);
  expect(damage).toEqual([]);
});

test.each([["urgent!"], [9], ["constructor"]])("an unknown severity %j is read as block and said", (severity) => {
  const { value, damage } = parseAs("verification_report", { passed: false, findings: [{ severity, code: "x.y" }] });
  expect(value.findings).toEqual([{ severity: "block", code: "x.y", detail: "x.y" }]);
  expect(codes(damage)).toEqual(["wrong_value findings[0].severity"]);
});

test.each([
  [
    "texts",
    ["a", "", "b"],
    [
      ["warn", null, "a"],
      ["warn", null, "b"],
    ],
  ],
  ["one text", "a", [["warn", null, "a"]]],
  ["one object", { code: "c", severity: "block", detail: "a" }, [["block", "c", "a"]]],
  [
    "code → detail",
    { "scope.forbidden": "a", "x.y": "b" },
    [
      ["warn", "scope.forbidden", "a"],
      ["warn", "x.y", "b"],
    ],
  ],
  ["code → object", { "x.y": { severity: "info", detail: "b" } }, [["info", "x.y", "b"]]],
  ["null", null, []],
])("findings may be %s", (_, findings, expected) => {
  const { value, damage } = parseAs("verification_report", { passed: false, findings });
  expect(value.findings.map(({ severity, code, detail }) => [severity, code, detail])).toEqual(expected);
  expect(damage).toEqual([]);
});

test("findings that are no findings are said, and too many are counted as a blocking one", () => {
  const odd = parseAs("verification_report", { passed: false, findings: [["x"], { code: "a" }] });
  expect(odd.value.findings).toHaveLength(1);
  expect(codes(odd.damage)).toEqual(["wrong_shape findings[0]"]);
  const many = parseAs("verification_report", { passed: false, findings: Array(1500).fill("x") });
  expect(many.value.findings).toHaveLength(1001);
  expect(many.value.findings.at(-1)).toMatchObject({
    severity: "block",
    detail: "500 further findings are not listed",
  });
});

test("a scope report adds what its lists say to the findings it stores, once for each code", () => {
  const { value } = parseAs("scope_report", fixture("scope/s1.json"));
  expect(value.passed).toBeNull();
  expect(value.findings).toEqual([
    { severity: "block", code: "scope.forbidden", detail: "forbidden writes: ['deploy/prod.yaml']" },
    { severity: "warn", code: "scope.off_scope", detail: "off-scope writes: package.json" },
    { severity: "info", code: "scope.soft_off_scope", detail: "soft off-scope writes: docs/cart.md" },
  ]);
});

test("only a scope report that stores a verdict has one", () => {
  expect(parseAs("scope_report", fixture("scope/s2.json")).value).toMatchObject({ passed: true, findings: [] });
  expect(parseAs("scope_report", fixture("scope/s3.json")).value).toMatchObject({
    passed: null,
    taskId: null,
    findings: [{ severity: "warn", code: "scope.off_scope", detail: "off-scope writes: CHANGELOG.md" }],
  });
});

test("a long list of off-scope files is one finding with its number", () => {
  const { value } = parseAs("scope_report", { off_scope_writes: Array.from({ length: 50 }, (_, n) => `f${n}`) });
  expect(value.findings[0]?.detail).toMatch(/f19 and 30 more$/);
});

test("a rule report passes only with every rule plainly passed", () => {
  expect(parseAs("rule_report", fixture("reports/r2.json")).value).toMatchObject({
    passed: false,
    findings: [{ severity: "block", code: "rule.failed", detail: "rule failed: approval/new-dependency" }],
  });
  expect(parseAs("rule_report", [{ slug: "a/b", passed: true }]).value.passed).toBe(true);
  expect(parseAs("rule_report", "[]").value.passed).toBeNull();
});

test.each([["false"], ["true"], [1], [null]])("a rule with passed %j has failed", (passed) => {
  expect(parseAs("rule_report", [{ slug: "a/b", passed }]).value.passed).toBe(false);
});

test("a failed rule that only warns does not fail the report", () => {
  const { value } = parseAs("rule_report", [{ slug: "a/b", passed: false, severity: "warn" }]);
  expect(value).toMatchObject({ passed: true, findings: [{ severity: "warn" }] });
});

test("a rule report over demonstration traces proves nothing about a task", () => {
  expect(parseAs("rule_report", fixture("reports/r1.json")).value).toMatchObject({ passed: null, findings: [] });
});

test.each([
  ["all good", [2, 2, 2, 2, 2], "pass", 10],
  ["seven", [2, 2, 1, 1, 1], "pass", 7],
  ["six", [2, 1, 1, 1, 1], "soft_fail", 6],
  ["five", [1, 1, 1, 1, 1], "soft_fail", 5],
  ["too few dimensions", [2, 2], "hard_fail", 4],
  ["eight with a zero", [2, 2, 2, 2, 0], "hard_fail", 8],
])("a review is judged anew from its dimensions: %s", (_, scores, verdict, total) => {
  const dimensions = scores.map((score, index) => ({ name: `d${index}`, score, note: "" }));
  const { value, damage } = parseAs("review_report", { task_id: "T-1", verdict: "pass", dimensions });
  expect(value).toMatchObject({ verdict, total, storedVerdict: "pass" });
  expect(damage).toEqual([]);
});

test("a stored total that differs from the dimensions is said and not used", () => {
  const { value, damage } = parseAs("review_report", { total: 9, dimensions: [{ name: "a", score: 2 }] });
  expect(value.total).toBe(2);
  expect(codes(damage)).toEqual(["contradiction total"]);
});

test.each([[null], ["good"], [3], [-1], [true], [undefined]])(
  "a score of %j counts as 0: damage never improves a review",
  (score) => {
    const dimensions = [1, 2, 3, 4].map((n) => ({ name: `d${n}`, score: 2 }));
    const { value, damage } = parseAs("review_report", { dimensions: [...dimensions, { name: "odd", score }] });
    expect(value.verdict).toBe("hard_fail");
    expect(codes(damage)).toEqual(["wrong_value dimensions[4].score"]);
  },
);

test.each([
  ["pass", 8, "pass"],
  ["hard_fail", 8, "hard_fail"],
  ["HARD_FAIL", 8, "hard_fail"],
  ["pass", "6.5", "soft_fail"],
  ["pass", 3, "hard_fail"],
  ["pass", null, null],
  ["splendid", 8, "pass"],
])("without dimensions the worse of verdict %j and total %j stands: %j", (verdict, total, expected) => {
  expect(parseAs("review_report", { verdict, total }).value.verdict).toBe(expected);
});

test.each([
  [
    "a list of texts",
    fixture("small/q1-texts.json"),
    ["src/cart/total.ts has a debug print", "the work is not committed"],
  ],
  ["a list of objects, without those that only warn", fixture("small/q1-objects.json"), ["scratch.py"]],
  ["an object with blocking", fixture("small/q2.json"), ["console.log in src/cart/total.ts"]],
  ["an object with issues", { issues: ["a"] }, ["a"]],
  ["an object with one list of any name", { leftovers: ["a", "b"], warnings: ["c"] }, ["a", "b"]],
  ["clean true beside an issue", { clean: true, blocking: ["a"] }, ["a"]],
  ["clean true", { clean: true }, []],
  [
    "clean false without a reason",
    { clean: false, blocking: [] },
    ["the clean state is stored as false without a reason"],
  ],
])("a clean state may be %s", (_, content, details) => {
  const { value, damage } = parseAs("clean_state", content);
  expect(value.blocking.map(({ severity, detail }) => [severity, detail])).toEqual(
    details.map((one) => ["block", one]),
  );
  expect(damage).toEqual([]);
});

test("overrides of both generations are read, a line without a code is said", () => {
  const text = `${new TextDecoder().decode(fixture("small/o1.jsonl"))}{"finding_code": null}\n`;
  const { value, damage } = parseAs("overrides", text);
  expect(value.entries.map(({ taskId, findingCode, reason, author }) => [taskId, findingCode, reason, author])).toEqual(
    [
      ["T-014", "scope.off_scope", "the lock file had to change", "mara"],
      ["T-014", "coverage.below_floor", "generated code", "jo"],
    ],
  );
  expect(codes(damage)).toEqual(["wrong_shape line 3"]);
});

test.each([
  [
    ["a", "b"],
    ["a", "b"],
  ],
  ["a", ["a"]],
  [{ builder: ["a"], reviewer: ["b", "c"] }, ["a", "b", "c"]],
  [null, []],
])("touched %j is %j", (touched, expected) => {
  expect(parseAs("diff_summary", { touched }).value.touched).toEqual(expected);
});
