import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commandKey, quoteCommand, sameCommand, shellWords } from "../../src/domain/feedback/quote-command.ts";

const nasty = fc.constantFrom(
  "'",
  '"',
  "\\",
  "$HOME",
  "`id`",
  "\n",
  "\t",
  " ",
  "*",
  "~",
  "{a,b}",
  "#",
  "!",
  "&&",
  ";",
  "|",
  "é",
  "漢",
  "🙂",
  "-",
  "=",
  "\r",
);
const word = fc
  .array(fc.oneof({ weight: 3, arbitrary: nasty }, fc.string({ unit: "grapheme" })), { maxLength: 6 })
  .map((parts) => parts.join("").replaceAll("\0", ""))
  .filter((text) => !/\p{Surrogate}/u.test(text));

describe("quoteCommand", () => {
  test("gives text that a real sh turns back into the same words", () => {
    const samples = fc.sample(fc.array(word, { minLength: 1, maxLength: 8 }), { numRuns: 100, seed: 7 });
    // One shell for all samples: each line must come back as its own words.
    const lines = samples.map((words) => `${quoteCommand({ argv: ["printf", "%s\\0", ...words] })}; printf '\\1'`);
    const output = execFileSync("sh", ["-c", lines.join("\n")], { encoding: "utf8" });
    const back = output.split("\u0001").slice(0, -1);
    expect(back.map((line) => line.split("\0").slice(0, -1))).toEqual(samples);
  });

  test("round-trips through shellWords for any argv", () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (argv) => {
        expect(shellWords(quoteCommand({ argv }))).toEqual(argv);
        expect(sameCommand(quoteCommand({ argv }), { argv })).toBe(true);
      }),
    );
  });

  test.each([
    [["npm", "test"], "npm test"],
    [["node", "--test", "a b.js"], "node --test 'a b.js'"],
    [["echo", "it's"], `echo 'it'\\''s'`],
    [["FOO=1", "x"], "'FOO=1' x"],
    [["make", "CC=gcc"], "make CC=gcc"],
    [["if", "if"], "'if' if"],
    [["x", ""], "x ''"],
    [["~/bin/x"], "'~/bin/x'"],
  ])("%j reads %s", (argv, text) => {
    expect(quoteCommand({ argv })).toBe(text);
  });

  test("a shell string stays as it is", () => {
    expect(quoteCommand({ shell: "npm test | tail -3" })).toBe("npm test | tail -3");
  });
});

describe("shellWords", () => {
  test.each<readonly [string, readonly string[] | null]>([
    ["npm  test", ["npm", "test"]],
    ["  npm test\n", ["npm", "test"]],
    [`a 'b c' "d e" f\\ g`, ["a", "b c", "d e", "f g"]],
    [`a"b"'c'd`, ["abcd"]],
    [`x "a\\"b\\$c\\d"`, ["x", 'a"b$c\\d']],
    ["x a\\\nb", ["x", "ab"]],
    ["x # comment", ["x"]],
    ["x a#b", ["x", "a#b"]],
    ["pytest tests/*.py", ["pytest", "tests/*.py"]],
    ["find . -name '{}' -exec x {} +", ["find", ".", "-name", "{}", "-exec", "x", "{}", "+"]],
    ["x ''", ["x", ""]],
    ["echo 100$", ["echo", "100$"]],
    ["", []],
    ["a && b", null],
    ["a; b", null],
    ["a\nb", null],
    ["a | b", null],
    ["a &", null],
    ["a > f", null],
    ["a 2>&1", null],
    ["echo $HOME", null],
    ['echo "$HOME"', null],
    ["echo `id`", null],
    ["echo $(id)", null],
    ["ls ~/x", null],
    ["ls {a,b}", null],
    ["FOO=1 npm test", null],
    ["if true", null],
    ["a 'b", null],
    ['a "b', null],
    ["a \\", null],
    ["a $(b", null],
  ])("%j → %j", (text, words) => {
    expect(shellWords(text)).toEqual(words);
  });

  test("reads any text without throwing, also deeply nested", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => shellWords(text)).not.toThrow();
      }),
    );
    expect(shellWords(`x ${"$(".repeat(5000)}`)).toBeNull();
    expect(shellWords(`x ${'"$('.repeat(5000)}`)).toBeNull();
  });
});

describe("sameCommand", () => {
  test.each<readonly [string, Parameters<typeof sameCommand>[1], boolean]>([
    ["npm test", { argv: ["npm", "test"] }, true],
    ["npm   test ", { argv: ["npm", "test"] }, true],
    ["pytest 'tests/a b.py'", { argv: ["pytest", "tests/a b.py"] }, true],
    ["npm test", { shell: "npm  test" }, true],
    ["npm test && npm run lint", { shell: "npm test  &&  npm run lint" }, true],
    ["npm test && npm run lint", { argv: ["sh", "-c", "npm test && npm run lint"] }, true],
    ["npm test", { argv: ["bash", "-lc", "npm test"] }, true],
    ["npm test", { argv: ["/bin/bash", "-euo", "pipefail", "-c", "npm test"] }, true],
    ["CI=1 npm test", { argv: ["sh", "-c", "CI=1 npm test"] }, true],
    ["sh -c 'npm test'", { argv: ["sh", "-c", "npm test"] }, true],
    ["npm test", { argv: ["npm", "test", "--", "-t", "one"] }, false],
    ["npm test && npm run lint", { argv: ["npm", "test", "&&", "npm", "run", "lint"] }, false],
    ["npm test | tail", { argv: ["npm", "test"] }, false],
    ["npm test", { shell: "npm test | tail" }, false],
    ["npm test", { shell: "npm test || true" }, false],
    ["echo $X", { argv: ["echo", "$X"] }, false],
    ["npm test", { argv: ["sh", "-c"] }, false],
    ["", { argv: [] }, false],
    ["  ", { shell: "" }, false],
    ["a 'b  c'", { argv: ["a", "b c"] }, false],
  ])("%j against %j: %s", (entry, command, same) => {
    expect(sameCommand(entry, command)).toBe(same);
  });

  test("an argv never shares a key with a compound text", () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (argv) => {
        expect(commandKey({ argv })).not.toBe(commandKey({ shell: `${quoteCommand({ argv })} && x` }));
      }),
    );
  });
});
