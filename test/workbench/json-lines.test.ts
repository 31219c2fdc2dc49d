import { expect, test } from "vitest";
import { codes, parse, parseAs } from "./parse.ts";

const a = '{"command": "a", "exit_code": 0}';
const b = '{"command": "b", "exit_code": 1, "truncations": {"stdout": 0}}';
const c = '{"command": "c", "exit_code": 2}';

test.each([
  ["whole lines", `${a}\n${b}\n${c}\n`, "abc", []],
  ["no line feed at the end", `${a}\n${b}`, "ab", []],
  ["CRLF and blank lines", `\r\n${a}\r\n\r\n  \n${b}\r\n`, "ab", []],
  ["a byte order mark inside, as joined files have it", `${a}\n\uFEFF${b}\n`, "ab", []],
  [
    "U+2028, U+2029 and U+0085 inside a text",
    `{"command": "a", "agent_note": "x\u2028y\u2029z\u0085"}\n${b}\n`,
    "ab",
    [],
  ],
  ["a torn last line", `${a}\n${b.slice(0, 30)}`, "a", ["torn_line line 2"]],
  ["a torn last line inside a nested object", `${a}\n${b.slice(0, -1)}`, "a", ["torn_line line 2"]],
  ["values one behind the other", `${a}${b} ${c}\n`, "abc", []],
  ["half a record with the full one behind it", `${b.slice(0, 14)}${b}\n${c}\n`, "bc", ["torn_line line 1"]],
  [
    "half a record, half of another, the full one",
    `${b.slice(0, 50)}${b.slice(0, 14)}${b}\n`,
    "b",
    ["torn_line line 1"],
  ],
  ["a whole record with half of one behind it", `${a}${b.slice(0, 20)}\n${c}\n`, "ac", ["torn_line line 1"]],
  ["a line that is a list", `${a}\n[${b}]\n${c}\n`, "ac", ["wrong_shape line 2"]],
  ["lines of another shape, as one span", `${a}\n{"x": 1}\n{"y": 2}\n"z"\n${c}\n`, "ac", ["wrong_shape lines 2-4"]],
  [
    "a raw line break inside a record",
    `${a}\n{"command": "x", "agent_note": "one\ntwo"}\n${c}\n`,
    "ac",
    ["invalid_json lines 2-3"],
  ],
  ["prose between records", `${a}\n# note to self\n${c}\n`, "ac", ["invalid_json line 2"]],
  ["a block of NULs at the end", `${a}\n${b}\n${"\0".repeat(4096)}`, "ab", ["nul_bytes bytes 96-4191"]],
  ["a block of NULs between two records", `${a}\n${"\0".repeat(512)}${b}\n`, "ab", ["nul_bytes bytes 33-544"]],
  ["a block of NULs in place of a line feed", `${a}${"\0".repeat(8)}${b}\n`, "ab", ["nul_bytes bytes 32-39"]],
  ["NULs inside a record", `{"comm\0\0and": "a"}\n${b}\n`, "ab", ["nul_bytes bytes 6-7"]],
])("%s", (_, text, commands, damaged) => {
  const { value, damage } = parseAs("feedback_log", text);
  expect(value.records.map(({ record }) => ("shell" in record.command ? record.command.shell : "")).join("")).toBe(
    commands,
  );
  expect(codes(damage)).toEqual(damaged);
});

test("a line cut inside a character is one torn line, the others are used", () => {
  const bytes = new TextEncoder().encode(`${a}\n{"command": "写`);
  const { value, damage } = parseAs("feedback_log", bytes.subarray(0, -1));
  expect(value.records).toHaveLength(1);
  expect(codes(damage)).toEqual(["torn_line line 2"]);
});

test("bytes that are not UTF-8 inside a record are replaced and said", () => {
  const bytes = new TextEncoder().encode(`{"command": "a", "agent_note": "?"}\n${b}\n`);
  bytes[bytes.indexOf(0x3f)] = 0xff;
  const { value, damage } = parseAs("feedback_log", bytes);
  expect(value.records[0]?.record.note).toBe("\uFFFD");
  expect(codes(damage)).toEqual(["invalid_utf8 line 1"]);
});

test("79 good records around damage are used, with their lines", () => {
  const lines = Array.from({ length: 80 }, (_, index) => `{"command": "c${index}", "exit_code": 0}`);
  lines[39] = `{"command": "c39", ${"\0".repeat(512)}`;
  const { value, damage } = parseAs("feedback_log", lines.join("\n"));
  expect(value.records).toHaveLength(79);
  expect(value.records.at(-1)?.record.source.line).toBe(80);
  expect([...codes(damage)].sort()).toEqual([
    expect.stringMatching(/^invalid_json line 40$/),
    expect.stringMatching(/^nul_bytes /),
  ]);
});

test("text inside a record never becomes a record of its own", () => {
  const inside = JSON.stringify({ command: "true", exit_code: 0 });
  const torn = JSON.stringify({ command: "x", stdout_tail: `\n${inside}\n` }).slice(0, -4);
  const { value } = parseAs("feedback_log", `${a}\n${torn}\n${c}\n`);
  expect(value.records.map(({ record }) => record.command)).toEqual([{ shell: "a" }, { shell: "c" }]);
});

test("a part of a torn record never becomes a record of its own", () => {
  const torn = '{"command": "x", "retry_of": {"command": "y", "exit_code": 0}, "exit_co';
  const { value, damage } = parseAs("feedback_log", `${torn}\n${a}\n${torn}`);
  expect(value.records.map(({ record }) => record.command)).toEqual([{ shell: "a" }]);
  expect(codes(damage)).toEqual(["invalid_json line 1", "torn_line line 3"]);
});

test("damage of one file is listed up to a bound", () => {
  const text = Array.from({ length: 200 }, (_, n) => (n % 2 === 0 ? a : `{"x": ${n}}`)).join("\n");
  const { damage } = parse(text);
  expect(damage).toHaveLength(51);
  expect(damage.at(-1)?.code).toBe("more_damage");
});

test("a torn text with many brackets is given up in linear time", () => {
  const text = `${'{"a":'.repeat(50_000)}\n${a}\n`;
  const start = performance.now();
  const { value } = parseAs("feedback_log", text);
  expect(value.records).toHaveLength(1);
  expect(performance.now() - start).toBeLessThan(5_000);
});

test("a document with a record on a line of its own stays a document", () => {
  const board = '[\n{"id": "T-1", "status": "todo"}\n]\n';
  expect(parseAs("board", board).value.ref.dialect).toBe("B1");
  const broken = parse('[\n  {"id": "T-1", "status": "todo"}\n', { expected: "board" });
  expect(broken.artifact).toBeNull();
  expect(codes(broken.damage)).toEqual(["invalid_json line 3, column 1"]);
});

test.each([
  ["nothing", "", "invalid_json line 1, column 1"],
  ["only blanks", " \n ", "invalid_json line 2, column 2"],
  ["a torn state", '{"schema_version": 1, "next_act', "invalid_json line 1, column 23"],
  ["a comma too many", '{"active_task_id": "T-1",\n}', "invalid_json line 2, column 1"],
  ["two states", '{"next_action": "a"}\n{"next_action": "b"}', "invalid_json line 2, column 1"],
])("a document that is %s names the place", (_, text, expected) => {
  const { artifact, damage } = parse(text, { expected: "state" });
  expect(artifact).toBeNull();
  expect(codes(damage)).toEqual([expected]);
});

test("NULs behind a document are left out and said", () => {
  const { value, damage } = parseAs("state", `{"active_task_id": "T-1", "next_action": "go"}${"\0".repeat(16)}`);
  expect(value.nextAction).toBe("go");
  expect(codes(damage)).toEqual(["nul_bytes bytes 46-61"]);
});

test("a document nested a hundred thousand deep is read", () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const { value } = parseAs("state", `{"active_task_id": "T-1", "next_action": "go", "x": ${deep}}`);
  expect(value.activeTaskId).toBe("T-1");
});
