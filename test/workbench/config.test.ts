import { toJsonSchema } from "@valibot/to-json-schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { configFileSchema, defaultConfig, parseConfig } from "../../src/workbench/parse-config.ts";

test.each(["{}", "\uFEFF{ }", '{"$schema": "https://example.org/config.json"}'])("%j is all defaults", (text) => {
  expect(parseConfig(text)).toEqual({ ok: true, config: defaultConfig });
  expect(defaultConfig).toMatchObject({
    feedback: { keepLast: 5 },
    packet: { maxAgeDays: 30 },
    context: { quietAt: 0.5, wrapUpAt: 0.75 },
  });
});

const full = {
  $schema: "./node_modules/passdown/schemas/config.schema.json",
  acceptance: ["npm test", { command: "cargo test", cwd: "native", timeout: 600 }, { command: "make" }],
  artifacts: { state: "tools/state.json", review_report: ["a/review", "b/review.json"] },
  branches: ["main", "feature/*"],
  topic: " checkout ",
  language: "zh",
  feedback: { keepLast: 8 },
  packet: { maxAgeDays: 7 },
  prerequisites: ["docs/plan.md", { path: "AGENTS.md", why: "house rules" }],
  budget: { attempts: 3, costUsd: 2.5 },
  clean: {
    ignore: ["stashes"],
    tempFiles: ["*.orig", "!keep.orig"],
    debugCode: ["\\bdump\\("],
    debugAllowedIn: ["tools/**"],
  },
  context: { quietAt: 0.4 },
  export: "handoff",
  store: "postgres://db.example/passdown",
  share: { remote: "upstream", signingKey: "~/.ssh/packets" },
};

test("every key is read and completed", () => {
  expect(parseConfig(JSON.stringify(full))).toEqual({
    ok: true,
    config: {
      acceptance: [
        "npm test",
        { command: "cargo test", cwd: "native", timeout: 600 },
        { command: "make", cwd: "", timeout: null },
      ],
      artifacts: { state: ["tools/state.json"], review_report: ["a/review", "b/review.json"] },
      branches: ["main", "feature/*"],
      topic: "checkout",
      language: "zh",
      feedback: { keepLast: 8 },
      packet: { maxAgeDays: 7 },
      prerequisites: [
        { path: "docs/plan.md", why: null },
        { path: "AGENTS.md", why: "house rules" },
      ],
      budget: { attempts: 3, calls: null, costUsd: 2.5, minutes: null },
      clean: {
        ignore: ["stashes"],
        tempFiles: ["*.orig", "!keep.orig"],
        debugCode: ["\\bdump\\("],
        debugAllowedIn: ["tools/**"],
      },
      context: { quietAt: 0.4, wrapUpAt: 0.75 },
      export: "handoff",
      store: "postgres://db.example/passdown",
      share: { remote: "upstream", signingKey: "~/.ssh/packets" },
    },
  });
});

test.each([
  ["", "line 1, column 1: the file is empty"],
  ['{\n  "topic": "a",\n}', "line 3, column 1: a comma before the closing bracket"],
  ['{"topic": "a" // why\n}', 'line 1, column 15: expected "," or "}", found "/"'],
  ["[]", "must be an object, is a list"],
  ["null", "must be an object, is null"],
  ['{"feedback": []}', "feedback: must be an object, is a list"],
  ['{"feedback": null}', "feedback: must be an object, is null"],
  ['{"acceptence": []}', 'unknown key "acceptence"; did you mean "acceptance"?'],
  ['{"feedback": {"keep_last": 5}}', 'feedback: unknown key "keep_last"; did you mean "keepLast"?'],
  ['{"artifacts": {"reviews": "a"}}', expect.stringMatching(/^artifacts: unknown key "reviews"; /)],
  ['{"artifacts": {"boards": "a"}}', 'artifacts: unknown key "boards"; did you mean "board"?'],
  ['{"budget": {"zzzzzzzzz": 1}}', 'budget: unknown key "zzzzzzzzz"; known keys: attempts, calls, costUsd, minutes'],
  ['{"__proto__": {}}', expect.stringMatching(/^unknown key "__proto__"; /)],
  ['{"constructor": 1}', expect.stringMatching(/^unknown key "constructor"; /)],
  ['{"feedback": {"keepLast": "5"}}', "feedback.keepLast: must be a number, is text"],
  ['{"feedback": {"keepLast": 0}}', "feedback.keepLast: must be at least 1, is 0"],
  ['{"feedback": {"keepLast": 31}}', "feedback.keepLast: must be at most 30, is 31"],
  ['{"feedback": {"keepLast": 2.5}}', "feedback.keepLast: must be a whole number, is 2.5"],
  ['{"packet": {"maxAgeDays": -1}}', "packet.maxAgeDays: must be at least 0.01, is -1"],
  ['{"packet": {"maxAgeDays": 1e400}}', "packet.maxAgeDays: must be at most 36500, is Infinity"],
  ['{"language": "de"}', 'language: must be one of "en", "zh", is "de"'],
  ['{"topic": " "}', "topic: must not be blank"],
  ['{"topic": "a\\nb"}', "topic: must be one line of text"],
  ['{"branches": "main"}', "branches: must be a list, is text"],
  ['{"branches": [1]}', "branches[0]: must be text, is a number"],
  ['{"acceptance": "npm test"}', "acceptance: must be a list, is text"],
  ['{"acceptance": [1]}', "acceptance[0]: must be text or an object, is a number"],
  ['{"acceptance": [["npm", "test"]]}', "acceptance[0]: must be text or an object, is a list"],
  ['{"acceptance": [""]}', "acceptance[0]: must not be blank"],
  ['{"acceptance": [{"command": "a", "timeout": "5"}]}', "acceptance[0].timeout: must be a number, is text"],
  ['{"acceptance": [{"cwd": "a"}]}', 'acceptance[0].command: the key "command" is missing'],
  ['{"acceptance": [{"command": "a", "cmd": 1}]}', 'acceptance[0]: unknown key "cmd"; did you mean "cwd"?'],
  [
    '{"acceptance": [{"command": "a", "cwd": "../b"}]}',
    "acceptance[0].cwd: must be a path inside the repository, written with /",
  ],
  ['{"artifacts": {"state": 1}}', "artifacts.state: must be text or a list of text, is a number"],
  ['{"artifacts": {"state": "/etc/passwd"}}', "artifacts.state: must be a path inside the repository, written with /"],
  [
    '{"artifacts": {"state": ["a", "b/../../c"]}}',
    "artifacts.state[1]: must be a path inside the repository, written with /",
  ],
  ['{"artifacts": {"state": "C:/a"}}', "artifacts.state: must be a path inside the repository, written with /"],
  ['{"artifacts": {"state": "a\\\\b"}}', "artifacts.state: must be a path inside the repository, written with /"],
  ['{"artifacts": {"state": "./"}}', "artifacts.state: must be a path inside the repository, written with /"],
  [
    '{"prerequisites": [{"path": "../x"}]}',
    "prerequisites[0].path: must be a path inside the repository, written with /",
  ],
  ['{"clean": {"debugCode": ["("]}}', "clean.debugCode[0]: must be a JavaScript regular expression"],
  [
    '{"clean": {"ignore": ["stash"]}}',
    expect.stringMatching(/^clean\.ignore\[0\]: must be one of .*, is "stash"; did you mean "stashes"\?$/),
  ],
  ['{"context": {"quietAt": 50}}', "context.quietAt: must be at most 1, is 50"],
  ['{"context": {"quietAt": 0.9}}', "context.quietAt: must not be above wrapUpAt (0.75)"],
])("%s: %s", (text, expected) => {
  const parsed = parseConfig(text);
  const [first] = parsed.ok ? [] : parsed.problems;
  expect(
    first === undefined ? "valid" : first.place === "" ? first.message : `${first.place}: ${first.message}`,
  ).toEqual(expected);
});

test("all problems are named, in the order of the file's keys", () => {
  const parsed = parseConfig('{"topic": 1, "feedback": {"keepLast": "a"}, "zzz": 0}');
  expect(parsed.ok ? [] : parsed.problems.map(({ place }) => place)).toEqual(["topic", "feedback.keepLast", ""]);
});

test("the schema becomes a JSON Schema that describes every key and agrees with the parser", () => {
  const schema = toJsonSchema(configFileSchema, { target: "draft-2020-12" });
  const validate = new Ajv2020({ strict: false }).compile(
    JSON.parse(JSON.stringify(schema)) as Record<string, unknown>,
  );
  expect(validate(full)).toBe(true);
  expect(validate({ acceptence: [] })).toBe(false);
  expect(validate({ feedback: { keepLast: 0 } })).toBe(false);
  expect(undescribed(schema, "")).toEqual([]);
});

/** Paths of properties without a description. */
function undescribed(schema: unknown, path: string): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]) => {
    const at = `${path}/${key}`;
    const missing =
      path.endsWith("/properties") && typeof value === "object" && value !== null && !("description" in value)
        ? [at]
        : [];
    return [...missing, ...undescribed(value, at)];
  });
}
