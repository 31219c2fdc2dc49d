import { afterEach, describe, expect, test } from "vitest";
import { timeOf } from "../../src/transcripts/fields.ts";
import { todoItems } from "../../src/transcripts/todo-texts.ts";

describe("times of records", () => {
  const zone = process.env["TZ"];
  afterEach(() => {
    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
  });

  test.each([
    ["2026-01-02T03:04:05.006Z", "2026-01-02T03:04:05.006Z"],
    ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000Z"],
    ["2026-01-02T03:04:05.0069+02:00", "2026-01-02T01:04:05.006Z"],
    ["2026-01-02T03:04:05", "2026-01-02T03:04:05.000Z"],
    ["2026-13-02T03:04:05.006Z", null],
    ["yesterday", null],
    ["", null],
    [1767323045006, "2026-01-02T03:04:05.006Z"],
    [1767323045000, "2026-01-02T03:04:05.000Z"],
    [1767323046999.9, "2026-01-02T03:04:06.999Z"],
    [0, null],
    [-1, null],
    [1e300, null],
    [Number.NaN, null],
    [null, null],
    [{}, null],
  ])("%s", (value, expected) => {
    process.env["TZ"] = "America/New_York";
    expect(timeOf(value)).toBe(expected);
  });
});

describe("todo lists", () => {
  test.each<[unknown, string[] | null]>([
    [
      [
        { title: "a", status: "done" },
        { content: "b", status: "in-progress" },
        { text: "c", status: "odd" },
        { title: "d", status: "cancelled" },
        7,
      ],
      ["a=done", "b=in_progress", "c=todo"],
    ],
    [
      "- [x] a\n- [ ] b\n  * [~] c\nnot a line\n1. [completed] d\n2) [link](x)",
      ["a=done", "b=todo", "c=in_progress", "d=done"],
    ],
    ["", []],
    [[], []],
    ["only prose", null],
    [["a", "b"], null],
    [{}, null],
    [null, null],
  ])("%j", (value, expected) => {
    expect(todoItems(value)?.map(({ text, status }) => `${text}=${status}`) ?? null).toEqual(expected);
  });
});
