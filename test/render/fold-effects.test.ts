import { expect, test } from "vitest";
import type { PacketEffect } from "../../src/domain/packet.ts";
import { foldEffects } from "../../src/render/brief/fold-effects.ts";

const effect = (what: string, state: PacketEffect["state"] = "done"): PacketEffect => ({
  id: what,
  what,
  state,
  probe: null,
  source: "f-1",
});
const reply = (n: number, state: PacketEffect["state"] = "done"): PacketEffect =>
  effect(
    `gh api repos/o/r/pulls/112/comments/${n}/replies -f body="Fixed in ${n}1, as asked for in the review of ${n}"`,
    state,
  );
const folded = (...effects: readonly PacketEffect[]): readonly string[] =>
  foldEffects(effects).map(({ what, state, times }) => `${state} ${times}: ${what}`);

test.each<[string, readonly PacketEffect[], readonly string[]]>([
  [
    "one call for each of many things is one line",
    [reply(101), effect("git push"), reply(102), reply(103), reply(103)],
    ['done 4: gh api repos/o/r/pulls/112/comments/{101,102,103}/replies -f body="Fixed in 10…', "done 1: git push"],
  ],
  [
    "what may have happened stays apart from what did",
    [reply(101, "unknown"), reply(102), reply(103), reply(104)],
    [
      'unknown 1: gh api repos/o/r/pulls/112/comments/101/replies -f body="Fixed in 1011, as asked for in the review of 101"',
      'done 3: gh api repos/o/r/pulls/112/comments/{102,103,104}/replies -f body="Fixed in 10…',
    ],
  ],
  [
    "numbers as words of their own",
    [7, 8, 9].map((n) => effect(`gh issue close ${n} --comment done`)),
    ["done 3: gh issue close {7,8,9} --comment done"],
  ],
  [
    "two of a kind stay whole",
    [effect("gh issue close 7"), effect("gh issue close 8")],
    ["done 1: gh issue close 7", "done 1: gh issue close 8"],
  ],
  [
    "other words behind the number are another thing",
    [effect("gh pr edit 7 title"), effect("gh pr edit 8 body"), effect("gh pr edit 9 base")],
    ["done 1: gh pr edit 7 title", "done 1: gh pr edit 8 body", "done 1: gh pr edit 9 base"],
  ],
  [
    "numbers in a text that is quoted are nothing to fold by",
    [1, 2, 3].map((n) => effect(`gh issue create --title "part ${n}"`)),
    [1, 2, 3].map((n) => `done 1: gh issue create --title "part ${n}"`),
  ],
])("%s", (_, effects, expected) => {
  expect(folded(...effects)).toEqual(expected);
});

test("a line holds ten names", () => {
  const lines = foldEffects(Array.from({ length: 23 }, (_, at) => reply(100 + at)));
  expect(lines.map(({ times }) => times)).toEqual([10, 10, 3]);
});
