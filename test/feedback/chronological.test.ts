import { describe, expect, test } from "vitest";
import { chronological } from "../../src/domain/feedback/chronological.ts";
import type { FeedbackRecord } from "../../src/domain/workbench.ts";
import { makeRecord } from "./make-record.ts";

/** A record named by second and session; told later by a client unless the session is that of `exec`. */
function at(second: number, session: string): FeedbackRecord {
  const startedAt = new Date(Date.UTC(2026, 10, 30, 0, 0, second)).toISOString();
  const kind = session === "exec" ? "home" : "transcript";
  const source = { kind, path: "home:feedback/0001.jsonl", line: 1 } as const;
  return makeRecord({ id: `${second} ${session}`, startedAt, sessionId: session, source });
}

describe("several logs become one list in time", () => {
  test.each<[string, FeedbackRecord[][], string[]]>([
    [
      "a session that is taken in after another one finds its place among its records",
      [[at(50, "a"), at(54, "a"), at(51, "b"), at(58, "b")]],
      ["50 a", "51 b", "54 a", "58 b"],
    ],
    [
      "two commands of a session that begin at once may be told the other way round",
      [[at(12, "a"), at(11, "a"), at(13, "a")]],
      ["11 a", "12 a", "13 a"],
    ],
    [
      "a clock that was set back does not undo the order in which commands were recorded",
      [[at(600, "exec"), at(100, "exec"), at(101, "exec")]],
      ["600 exec", "100 exec", "101 exec"],
    ],
    [
      "a clock that was set back a little does not undo it either",
      [[at(15, "exec"), at(10, "exec"), at(11, "exec")]],
      ["15 exec", "10 exec", "11 exec"],
    ],
    [
      "what a session told is placed by time among them",
      [[at(15, "exec"), at(10, "exec"), at(20, "exec"), at(17, "a"), at(12, "a")]],
      ["12 a", "15 exec", "10 exec", "17 a", "20 exec"],
    ],
    ["two logs are one in time", [[at(1, "exec"), at(3, "exec")], [at(2, "exec")]], ["1 exec", "2 exec", "3 exec"]],
  ])("%s", (_name, logs, wanted) => {
    expect(chronological(logs).map(({ id }) => id)).toEqual(wanted);
  });
});
