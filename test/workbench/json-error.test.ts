import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonError } from "../../src/workbench/find-json-error.ts";

test.each([
  ["", "1:1 the file is empty"],
  ["{", "1:2 expected a key in double quotes, found the end of the file"],
  ["[1,", "1:4 expected a value, found the end of the file"],
  ["[1 2]", '1:4 expected "," or "]", found "2"'],
  ["[1,]", "1:4 a comma before the closing bracket"],
  ['{"a":1,\n}', "2:1 a comma before the closing bracket"],
  ["{a:1}", '1:2 expected a key in double quotes, found "a"'],
  ["{'a':1}", `1:2 expected a key in double quotes, found "'"`],
  ['{"a" 1}', '1:6 expected ":" after the key, found "1"'],
  ['{"a":1]', '1:7 expected "," or "}", found "]"'],
  ["01", '1:2 unexpected "1" after the end of the value'],
  ["-", '1:1 expected a value, found "-"'],
  ["tru", '1:1 expected a value, found "t"'],
  ["NaN", '1:1 expected a value, found "N"'],
  ['{"a": // why\n1}', "1:7 JSON has no comments"],
  ['["a\nb"]', "1:4 a line break or control character inside a text"],
  ['["a\\x"]', "1:4 an unknown escape sequence inside a text"],
  ['["a', "1:2 a text without its closing quote"],
  ["{}\n\n  {}", '3:3 unexpected "{" after the end of the value'],
  ["[\u00a01]", "1:2 expected a value, found U+00A0"],
])("%j: %s", (text, expected) => {
  const error = findJsonError(text);
  expect(`${error?.line}:${error?.column} ${error?.message}`).toBe(expected);
});

test("an error is found exactly where the engine finds none to parse", () => {
  const pieces = fc.constantFrom(
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    '"',
    '"a"',
    "1",
    "-",
    ".5",
    "e3",
    "0",
    "true",
    "null",
    " ",
    "\n",
    "\\",
    "\\u00e9",
    "é",
    "\u2028",
    "x",
  );
  const texts = fc.oneof(
    fc.json(),
    fc.json().chain((json) => fc.nat(json.length).map((at) => json.slice(0, at))),
    fc.array(pieces, { maxLength: 12 }).map((list) => list.join("")),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(findJsonError(text) === null).toBe(parses(text));
    }),
    { numRuns: 2000 },
  );
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
