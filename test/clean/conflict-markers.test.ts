import { describe, expect, it } from "vitest";
import type { AddedLines } from "../../src/domain/scene.ts";
import { makeSnapshot } from "../verification/make-snapshot.ts";
import { check } from "./check.ts";

const runs = (path: string, ...texts: readonly (readonly [start: number, text: string])[]): readonly AddedLines[] =>
  texts.map(([start, text]) => ({ path, start, lines: text.split("|") }));

/** Lines are separated by "|". */
const cases: readonly (readonly [what: string, added: readonly AddedLines[], line: number | null])[] = [
  ["a whole conflict", runs("a.ts", [3, "x|<<<<<<< HEAD|a|=======|b|>>>>>>> topic|y"]), 4],
  ["a conflict with its ancestor", runs("a.ts", [1, "<<<<<<< HEAD|a|||||||| base|o|=======|b|>>>>>>> topic"]), 1],
  ["markers without names", runs("a.ts", [1, "<<<<<<<|a|=======|b|>>>>>>>"]), 1],
  ["markers with carriage returns", runs("a.ts", [1, "<<<<<<< HEAD\r|a\r|=======\r|b\r|>>>>>>> x\r"]), 1],
  ["markers around lines that were there before", runs("a.ts", [9, "=======|b|>>>>>>> topic"], [5, "<<<<<<< HEAD"]), 5],
  ["a conflict in a document", runs("README.md", [1, "<<<<<<< HEAD|a|=======|b|>>>>>>> topic"]), 1],
  ["a conflict behind a fence", runs("README.md", [1, "```|x|```|<<<<<<< HEAD|=======|>>>>>>> topic"]), 4],
  ["a heading underlined", runs("README.md", [1, "Title|=======|text"]), null],
  ["markers shown in fenced code", runs("README.md", [1, "```|<<<<<<< HEAD|a|=======|b|>>>>>>> topic|```"]), null],
  ["markers in quotes", runs("a.test.ts", [1, "'<<<<<<< HEAD',|'=======',|'>>>>>>> topic',"]), null],
  ["indented markers", runs("a.ts", [1, "  <<<<<<< HEAD|  =======|  >>>>>>> topic"]), null],
  ["markers out of order", runs("a.ts", [1, ">>>>>>> topic|=======|<<<<<<< HEAD"]), null],
  ["no middle", runs("a.ts", [1, "<<<<<<< HEAD|>>>>>>> topic"]), null],
  ["too many characters", runs("a.ts", [1, "<<<<<<<< HEAD|========|>>>>>>>> topic"]), null],
  ["markers in two files", [...runs("a.ts", [1, "<<<<<<< HEAD"]), ...runs("b.ts", [1, "=======|>>>>>>> topic"])], null],
];

describe("conflict markers", () => {
  it.each(cases)("%s", (_, added, line) => {
    const found = check(makeSnapshot({ work: { added } })).blocking.filter(
      (issue) => issue.code === "conflict_markers",
    );
    const path = added[0]?.path ?? "";
    expect(found.map((issue) => issue.detail)).toEqual(
      line === null ? [] : [`${path}: conflict markers from line ${line}`],
    );
  });
});
