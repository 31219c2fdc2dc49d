import { expect, test } from "vitest";
import { fromRoot } from "../../src/render/brief/from-root.ts";
import { emptyPacket } from "./sample-packet.ts";

const told = (what: string, root: string): string | undefined =>
  fromRoot({ ...emptyPacket, effects: [{ id: "e", what, state: "done", probe: null, source: "f" }] }, root).effects[0]
    ?.what;

test.each([
  ["cd /w/app && npm test", "npm test"],
  ["cd /w/app; npm test", "npm test"],
  ["cd /w/app\nnpm test", "npm test"],
  ["cd /w/app/ && npm test", "npm test"],
  ['cd "/w/app" && npm test', "npm test"],
  ["cd /w/app/web && npm test", "cd /w/app/web && npm test"],
  ["cd /w/app2 && npm test", "cd /w/app2 && npm test"],
  ["cd /w/app || npm test", "cd /w/app || npm test"],
  ["cd /w/app &&", "cd /w/app &&"],
  ["cd /w/app", "cd /w/app"],
  ["npm test && cd /w/app && ls", "npm test && cd /w/app && ls"],
])("at its root, %j is %j", (command, expected) => {
  expect(told(command, "/w/app")).toBe(expected);
});

test("a root is a text, whatever signs it holds", () => {
  expect(told("cd '/w/a b+(c)' && make", "/w/a b+(c)")).toBe("make");
  expect(told("cd /w/axb && make", "/w/a.b")).toBe("cd /w/axb && make");
});

test("attempts and their entries change alike, so that they still belong together", () => {
  const entry = { ...entryOf("cd /w/app && npm test"), outcome: "failed" };
  const packet = fromRoot(
    { ...emptyPacket, failed_attempts: ["cd /w/app && npm test -> exit 1: bad"], feedback_tail: [entry] },
    "/w/app",
  );
  expect(packet.failed_attempts).toEqual(["npm test -> exit 1: bad"]);
  expect(packet.feedback_tail.map(({ command }) => command)).toEqual(["npm test"]);
});

function entryOf(command: string) {
  const none = { at: null, tree: null, resolved_by: null, head: null, tail: null };
  return { command, exit_code: 1, count: 1, error_lines: [], id: "f-1", ...none };
}
