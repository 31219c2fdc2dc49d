import { posix } from "node:path";
import { expect, test } from "vitest";
import { filesOfCommands } from "../../src/domain/session/files-of-commands.ts";
import { makeRecord } from "../feedback/make-record.ts";

function found(...commands: readonly string[]): readonly string[] {
  const records = commands.map((shell, at) =>
    makeRecord({ command: { shell }, sessionId: "s-1", cwd: "", startedAt: `2026-01-01T00:00:0${at}.000Z` }),
  );
  return filesOfCommands(records, "s-1", posix.join).map(({ path }) => path);
}

test("words of the newest command come first; options, patterns and addresses are none", () => {
  expect(found("sed -n '1,80p' src/a.ts", "cd web && cat b.md ../c.md:12")).toEqual(["web/b.md", "c.md", "src/a.ts"]);
  expect(found("rg -n 'x y' src/*.ts", "curl https://a.example/b", "ls -la > out.txt")).toEqual([]);
});

test("another session's commands are not this one's", () => {
  const record = makeRecord({ command: { shell: "cat a.md" }, sessionId: "s-2" });
  expect(filesOfCommands([record], "s-1", posix.join)).toEqual([]);
});

test("many commands are looked through only until enough was found", () => {
  const commands = Array.from({ length: 500 }, (_, at) => `cat f${at}a f${at}b`);
  expect(found(...commands).length).toBe(200);
});

test("a word that is longer than any path is data", () => {
  expect(found(`cat a.md ${"x".repeat(1_001)}`)).toEqual(["a.md"]);
});
