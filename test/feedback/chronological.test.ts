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
      "two commands that begin at once may be written the other way round",
      [[at(12, "exec"), at(11, "exec"), at(13, "exec")]],
      ["11 exec", "12 exec", "13 exec"],
    ],
    [
      "a clock that was set back does not undo the order in which commands were recorded",
      [[at(600, "exec"), at(100, "exec"), at(101, "exec")]],
      ["600 exec", "100 exec", "101 exec"],
    ],
    ["two logs are one in time", [[at(1, "exec"), at(3, "exec")], [at(2, "exec")]], ["1 exec", "2 exec", "3 exec"]],
  ])("%s", (_name, logs, wanted) => {
    expect(chronological(logs).map(({ id }) => id)).toEqual(wanted);
  });
});
