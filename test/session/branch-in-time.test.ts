import { expect, test } from "vitest";
import { readHeadMoves } from "../../src/adapters/git/read-head-moves.ts";
import { branchInTime } from "../../src/domain/session/branch-in-time.ts";
import { createRepository } from "../git/repository.ts";

const at = (second: number): string => new Date(1_700_000_000_000 + second * 1_000).toISOString();
const move = (second: number, from: string, to: string) => ({ at: 1_700_000_000 + second, from, to });
const span = { startedAt: at(0), lastAt: at(100) };
const moves = [
  move(-50, "old", "main"),
  move(10, "main", "topic"),
  move(40, "topic", "f".repeat(40)),
  move(60, "f".repeat(40), "topic"),
  move(500, "topic", "later"),
];

test.each<[number, string | null]>([
  [0, "main"],
  [9, "main"],
  [10, "topic"],
  [39, "topic"],
  [50, null],
  [70, "topic"],
])("after %i seconds: %s", (second, branch) => {
  expect(branchInTime(moves, span, "main")(at(second))).toBe(branch);
});

test.each<[string, Parameters<typeof branchInTime>]>([
  ["the client told a branch on which HEAD was not meanwhile", [moves, span, "elsewhere"]],
  ["HEAD did not move meanwhile", [moves, { startedAt: at(200), lastAt: at(300) }, "topic"]],
  ["nobody told a branch", [moves, span, null]],
  ["the session tells no time", [moves, { startedAt: null, lastAt: null }, "main"]],
])("not known where %s", (_, question) => {
  expect(branchInTime(...question)(at(20))).toBeNull();
});

test("git's own log of HEAD is read", () => {
  const repository = createRepository("sha1", (made) => {
    made.write("a", "a");
    made.commit("begin");
  });
  repository.git("checkout", "-q", "-b", "topic/one");
  repository.git("checkout", "-q", "--detach");
  const found = readHeadMoves(`${repository.root}/.git`);
  expect(found.map(({ to }) => to)).toEqual(["topic/one", "HEAD"]);
  expect(found[0]?.at).toBeGreaterThan(1_000_000_000);
  expect(readHeadMoves("/nonexistent")).toEqual([]);
});
