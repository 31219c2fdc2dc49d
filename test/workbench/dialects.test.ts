import { expect, test } from "vitest";
import { sha256 } from "../../src/domain/digest.ts";
import { fixture, parse } from "./parse.ts";

const files: readonly (readonly [path: string, kind: string, dialect: string])[] = [
  ["state/a1.json", "state", "A1"],
  ["state/a2.json", "state", "A2"],
  ["state/a3.json", "state", "A3"],
  ["board/b1.json", "board", "B1"],
  ["board/b2.jsonl", "board", "B2"],
  ["feature-list/l1.json", "feature_list", "L1"],
  ["scope/c1.json", "scope_contract", "C1"],
  ["scope/c2.json", "scope_contract", "C2"],
  ["scope/s1.json", "scope_report", "S1"],
  ["scope/s2.json", "scope_report", "S2"],
  ["scope/s3.json", "scope_report", "S3"],
  ["feedback/f1.jsonl", "feedback_log", "F1"],
  ["feedback/f2.jsonl", "feedback_log", "F2"],
  ["feedback/f3.jsonl", "feedback_log", "F3"],
  ["reports/v1.json", "verification_report", "V1"],
  ["reports/v2.json", "verification_report", "V2"],
  ["reports/v3.json", "verification_report", "V3"],
  ["reports/r1.json", "rule_report", "R1"],
  ["reports/r2.json", "rule_report", "R2"],
  ["review/w1.json", "review_report", "W1"],
  ["review/w2.json", "review_report", "W2"],
  ["handoff/h1.json", "handoff", "H1"],
  ["handoff/h2.json", "handoff", "H2"],
  ["handoff/passdown.json", "handoff", "passdown"],
  ["small/q1-texts.json", "clean_state", "Q1"],
  ["small/q1-objects.json", "clean_state", "Q1"],
  ["small/q2.json", "clean_state", "Q2"],
  ["small/d1.json", "diff_summary", "D1"],
  ["small/o1.jsonl", "overrides", "O1"],
  ["small/g1.json", "last_known_good", "G1"],
];

test.each(files)("%s is a %s of dialect %s by its shape alone, without damage", (path, kind, dialect) => {
  const bytes = fixture(path);
  const { artifact, damage } = parse(bytes, { path: "anything.json" });
  expect(damage).toEqual([]);
  expect(artifact?.value.ref).toEqual({ kind, path: "anything.json", dialect, sha256: sha256(bytes) });
});

test.each(files)("%s reads the same with a byte order mark and CRLF", (path) => {
  const text = new TextDecoder().decode(fixture(path));
  const plain = parse(text);
  const windows = parse(`\uFEFF${text.replaceAll("\n", "\r\n")}`);
  expect(windows.damage).toEqual([]);
  expect(withoutHashes(windows)).toEqual(withoutHashes(plain));
});

test.each(["utf-16le", "utf-16be"])("%s with a byte order mark is read", (encoding) => {
  const text = `\uFEFF${new TextDecoder().decode(fixture("state/a2.json"))}`;
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  [...text].forEach((char, index) => view.setUint16(index * 2, char.charCodeAt(0), encoding === "utf-16le"));
  const { artifact, damage } = parse(bytes);
  expect(damage).toEqual([]);
  expect(artifact?.value).toMatchObject({ activeTaskId: "T-015" });
});

test("a file at the place of another kind is read as what it is, and that is said", () => {
  const { artifact, damage } = parse(fixture("state/a1.json"), { path: "task_board.json", expected: "board" });
  expect(artifact?.kind).toBe("state");
  expect(damage).toEqual([
    {
      path: "task_board.json",
      code: "unexpected_kind",
      place: null,
      detail: "lies at the place of a board, read as a state by its shape",
    },
  ]);
});

test.each([
  ["board", "B1"],
  ["rule_report", "R2"],
  ["clean_state", "Q1"],
] as const)("an empty list at the place of a %s is an empty one (%s): the shape cannot tell", (kind, dialect) => {
  const { artifact, damage } = parse("[]", { expected: kind });
  expect(artifact?.value.ref).toMatchObject({ kind, dialect });
  expect(damage).toEqual([]);
});

test.each([
  ["a list of the wrong kind", "[1, 2]", "state"],
  ["an empty object", "{}", "state"],
  ["an empty list", "[]", "last_known_good"],
  ["text", '"T-014"', "board"],
  ["null", "null", "verification_report"],
  ["a number", "7", "feature_list"],
] as const)("%s is damage, not an artifact", (_, content, expected) => {
  const { artifact, damage } = parse(content, { expected });
  expect(artifact).toBeNull();
  expect(damage.map(({ code }) => code)).toEqual(["wrong_shape"]);
});

test("JSON of another tool at a place for everybody is nobody's damage; a report that lost its keys is", () => {
  expect(parse({ score: 3, blockers: ["x"] }, { shared: true, expected: "review_report" })).toEqual({
    artifact: null,
    damage: [],
  });
  expect(parse({ command: "npx", args: ["server"] }, { shared: true })).toEqual({ artifact: null, damage: [] });
  expect(parse({ task_id: "T-1" }, { shared: true }).damage).toMatchObject([{ code: "wrong_shape" }]);
  expect(parse("{", { shared: true }).damage).toMatchObject([{ code: "invalid_json" }]);
});

test.each([
  ["state", { schema_version: 99, active_task_id: "T-1", next_action: "x" }],
  ["state", { schema_version: 2, active_task_id: "T-1", next_action: "x" }],
  ["state", { schema_version: 0, active_task_id: "T-1", next_action: "x" }],
  ["state", { schema_version: "one", active_task_id: "T-1", next_action: "x" }],
  ["state", { schema_version: true, active_task_id: "T-1", next_action: "x" }],
  ["handoff", { schema_version: 2, packet_id: "p-1" }],
  ["verification_report", { schema_version: 7, task_id: "T-1", passed: true, findings: [] }],
])("a %s of an unknown version is not used", (_, content) => {
  const { artifact, damage } = parse(content);
  expect(artifact).toBeNull();
  expect(codes(damage)).toEqual(["unknown_version"]);

  function codes(list: typeof damage): readonly string[] {
    return list.map(({ code }) => code);
  }
});

test.each([["1"], [1], [null]])("schema_version %j is known", (version) => {
  expect(parse({ schema_version: version, active_task_id: "T-1", next_action: "x" }).artifact?.kind).toBe("state");
});

function withoutHashes({ artifact }: ReturnType<typeof parse>): unknown {
  // Ids of records without an id of their own hash their line, which has no line end in it.
  return JSON.parse(JSON.stringify(artifact, (key, value: unknown) => (key === "sha256" ? null : value)));
}
