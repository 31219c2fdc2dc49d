import { describe, expect, test } from "vitest";
import { hasCheck, verdictOf } from "../../../proof/real/checks.ts";
import { effectsOf } from "../../../proof/real/effects.ts";
import { errorLine } from "../../../proof/real/error-line.ts";
import { truthOf } from "../../../proof/real/facts-at-cut.ts";
import { moveFolder, pathBelow } from "../../../proof/real/place.ts";
import { rawFile } from "../../../proof/real/raw-file.ts";
import { filesOnly } from "../../../proof/real/scene.ts";
import { segmentsOf } from "../../../proof/real/shell-text.ts";
import { touchedFiles } from "../../../proof/real/touched-files.ts";
import { constraintsOf, requestOf } from "../../../proof/real/user-sentences.ts";
import { extractors } from "../../../proof/real/extractors.ts";
import { lines, records } from "./fixtures.ts";

test.each([
  ["a && b; c", ["a &&", "b ;", "c "]],
  ["echo 'a; b' | cat 2>&1 || true", ["echo a; b |", "cat 2>&1 ||", "true "]],
  ["cat <<'EOF' > x\ngit push\nEOF\nls", ["cat <<EOF > x ;", "ls "]],
  ["A=1 timeout 60 npx vitest run", ["vitest run "]],
])("the simple commands of %j", (command, expected) => {
  expect(segmentsOf(command).map(({ words, next }) => `${words.join(" ")} ${next}`)).toEqual(expected);
});

test.each([
  ["npm test", true],
  ["pnpm --filter x run lint", true],
  ["cd a && .venv/bin/pytest -q", true],
  ["go test ./...", true],
  ["git commit -m 'npm test'", false],
  ["cat test.ts", false],
  ["npm install", false],
])("whether %j is a check: %j", (command, expected) => {
  expect(hasCheck(command)).toBe(expected);
});

test.each([
  ["npm test", 0, "", "passed"],
  ["npm test", 1, "bad", "failed"],
  ["npm test", 127, "sh: npm: command not found", "not_run"],
  ["npm test 2>&1 | tail -5", 0, "2 failed, 10 passed", "failed"],
  ["npm test 2>&1 | tail -5", 0, "12 passed", null],
  ["npm test || true", 0, "", null],
  ["set -o pipefail; npm test | tail", 0, "", "passed"],
  ["npm test", null, "", null],
] as const)("%j with exit %j and output %j says %j", (command, exit, output, verdict) => {
  const failed = exit === null ? null : exit !== 0;
  expect(verdictOf({ command, exit, failed, output })).toBe(verdict);
});

test.each([
  ["compiling\nsrc/a.ts(1,2): error TS1: bad\ndone", 2, "src/a.ts(1,2): error TS1: bad"],
  ["0 errors\nlast", 1, "last"],
  ['Traceback (most recent call last):\n  raise ValueError("x")\nValueError: x', 1, "ValueError: x"],
  ["Got v14\nUnsupported environment\nUse another.", 1, "Unsupported environment"],
  ["", 3, "exit code 3"],
])("why %j failed", (output, exit, line) => {
  expect(errorLine(output, exit)).toBe(line);
});

test.each([
  ["git add . && git push origin main 2>&1", ["git push origin main"]],
  ["git push --dry-run", []],
  ["git commit -m 'then git push'", []],
  ["curl -s http://x/y", []],
  ["curl -X POST http://x/y", ["curl -X POST http://x/y"]],
  ["gh pr create --fill", ["gh pr create --fill"]],
  ["gh pr view 1", []],
])("effects of %j", (command, effects) => {
  expect(effectsOf(command).map(({ target }) => target)).toEqual(effects);
});

test.each([
  ["git push origin a\ngit push origin b", [false, true]],
  ["git push && npm test", [false]],
  ["git push | tail -3", [false]],
  ["npm test || git push", [false]],
  ["git push &", [false]],
])("whether the exit code of %j is that of the effect", (command, last) => {
  expect(effectsOf(command).map((effect) => effect.last)).toEqual(last);
});

test.each([
  ["Never touch the schema. It works.", ["Never touch the schema."]],
  ["Please don't rename exported functions", ["Please don't rename exported functions"]],
  ["I don't know why users never see it", []],
  ["Why don't we keep it?", []],
  ["```\nnever do this in code\n```", []],
  ["Add a flag instead of a new command", ["Add a flag instead of a new command"]],
  ["12:00:01 you must not read logs", []],
])("what %j lays down", (message, constraints) => {
  expect(constraintsOf(message)).toEqual(constraints);
});

test("the request is the newest message that asks for something", () => {
  expect(requestOf(["Add a flag", "Rename it to --all", "ok, continue", "Great work, thanks!"])).toBe(
    "Rename it to --all",
  );
  expect(requestOf(["continue"])).toBeNull();
});

test("a folder moves with all that is below it, and others stay", () => {
  const text = String.raw`{"a":"/x/y","b":"/x/y/z.ts","c":"/x/y-other/z.ts","d":"cd\n/x/y\n","e":"/x/y."}`;
  expect(moveFolder(text, "/x/y", "/t")).toBe(
    String.raw`{"a":"/t","b":"/t/z.ts","c":"/x/y-other/z.ts","d":"cd\n/t\n","e":"/t."}`,
  );
  expect(moveFolder(String.raw`"C:\\a\\b\\src\\x.ts"`, String.raw`C:\a\b`, "/t")).toBe('"/t/src/x.ts"');
});

test.each([
  ["/r/a/../b.ts", "b.ts"],
  ["a.ts", "a.ts"],
  ["/r2/a.ts", null],
  ["../a.ts", null],
  ["/r/.git/HEAD", null],
  ["~/a.ts", null],
])("the path of %j below the folder", (path, expected) => {
  expect(pathBelow("/r", path)).toBe(expected);
});

test("a path that is the folder of another is no file", () => {
  expect(filesOnly(new Set(["src", "src/a.ts", "b"]))).toEqual(["b", "src/a.ts"]);
});

describe("cutting", () => {
  test("lines: whole ones, up to the cut; at the end everything", () => {
    const text = lines({ a: 1 }, { a: 2 }, { a: 3 });
    expect(rawFile(text).cutAfter(1)).toBe(lines({ a: 1 }, { a: 2 }));
    expect(rawFile(text).cutAfter(99)).toBe(text);
  });

  test("a document: its messages, without what it tells of its end", () => {
    const text = JSON.stringify({
      info: { id: "x", summary: { files: 2 } },
      messages: [{ info: { role: "user", summary: {} } }, { n: 2 }],
    });
    expect(JSON.parse(rawFile(text).cutAfter(0))).toEqual({
      info: { id: "x" },
      messages: [{ info: { role: "user" } }],
    });
  });

  test("two records in one line are both read", () => {
    expect(rawFile('{"a":1}{"a":2}\n').records.map(({ at, value }) => [at, value["a"]])).toEqual([
      [0, 1],
      [0, 2],
    ]);
  });
});

describe("facts", () => {
  const shell = (id: string, command: string, content: string, failed: boolean): readonly object[] => [
    { type: "assistant", message: { content: [{ type: "tool_use", id, name: "Bash", input: { command } }] } },
    {
      type: "user",
      toolUseResult: {},
      message: { content: [{ type: "tool_result", tool_use_id: id, is_error: failed, content }] },
    },
  ];
  const edit = (id: string, path: string): readonly object[] => [
    { type: "assistant", message: { content: [{ type: "tool_use", id, name: "Edit", input: { file_path: path } }] } },
    {
      type: "user",
      toolUseResult: {},
      message: { content: [{ type: "tool_result", tool_use_id: id, content: "ok" }] },
    },
  ];
  const factsOf = (...values: readonly object[]): readonly object[] => {
    const events = extractors["claude"]?.(records(...values)).events ?? [];
    return truthOf(events, touchedFiles("/r", events)).facts;
  };

  test("a failure that passed later is none", () => {
    expect(
      factsOf(...shell("a", "node x", "Exit code 1\nboom: error", true), ...shell("b", "node x", "", false)),
    ).toEqual([]);
  });

  test("a check that passed before the last edit is none, one that failed is", () => {
    expect(factsOf(...shell("a", "npm test", "12 passed", false), ...edit("b", "/r/a.ts"))).toEqual([
      { class: "file", path: "a.ts" },
    ]);
    expect(factsOf(...edit("b", "/r/a.ts"), ...shell("a", "npm test", "", false))).toContainEqual({
      class: "verification",
      command: "npm test",
      verdict: "passed",
    });
    expect(factsOf(...shell("a", "npm test", "Exit code 1\n1 failed", true), ...edit("b", "/r/a.ts"))).toContainEqual({
      class: "verification",
      command: "npm test",
      verdict: "failed",
    });
  });

  test("a push without a result is unknown, one behind a pipe is done where git says so", () => {
    expect(factsOf(shell("a", "git push", "", false)[0] ?? {})).toEqual([
      { class: "effect", target: "git push", state: "unknown" },
    ]);
    expect(factsOf(...shell("a", "git push | tail -1", "   1234567..89abcde  main -> main", false))).toEqual([
      { class: "effect", target: "git push", state: "done" },
    ]);
    expect(factsOf(...shell("a", "git push | tail -1", "", false))).toEqual([]);
  });

  test("the last command of a line has the exit code of the line, and gh says what it closed", () => {
    expect(factsOf(...shell("a", "git push origin a\ngit push origin b", "", false))).toEqual([
      { class: "effect", target: "git push origin b", state: "done" },
    ]);
    expect(factsOf(...shell("a", "gh issue close 3 | cat", "✓ Closed issue o/r#3 (x)", false))).toEqual([
      { class: "effect", target: "gh issue close 3", state: "done" },
    ]);
  });

  test("what a server refused is no effect", () => {
    const reply = "gh api repos/o/r/pulls/comments/1/replies -f body=x";
    const events = extractors["claude"]?.(
      records(...shell("a", reply, "Exit code 1\ngh: Parent comment not found (HTTP 404)", true)),
    ).events;
    expect(truthOf(events ?? [], touchedFiles("/r", events ?? [])).universe.effects).toEqual([]);
  });

  test.each([
    ["Command aborted", 1],
    ["Operation aborted", 0],
  ])("a command of pi that ends with %j ran %i times", (text, times) => {
    const message = (value: object): object => ({ type: "message", message: value });
    const call = { type: "toolCall", id: "c", name: "bash", arguments: { command: "sleep 5" } };
    const result = { role: "toolResult", toolCallId: "c", toolName: "bash", isError: true };
    const events =
      extractors["pi"]?.(
        records(
          message({ role: "assistant", content: [call] }),
          message({ ...result, content: [{ type: "text", text }] }),
        ),
      ).events ?? [];
    expect(truthOf(events, touchedFiles("/r", events)).universe.commands).toHaveLength(times);
  });

  test("nothing found is no failure", () => {
    expect(factsOf(...shell("a", "grep -r x src", "Exit code 1", true))).toEqual([]);
  });
});
