import { describe, expect, test } from "vitest";
import { createSessionFold } from "../../src/domain/session/fold-session.ts";
import type { SessionEvent } from "../../src/domain/session/session-event.ts";
import type { SessionFacts } from "../../src/domain/session/session-facts.ts";
import { makeSnapshot, ran } from "../verification/make-snapshot.ts";
import { packetOf } from "./generate.ts";

function factsOf(...events: readonly SessionEvent[]): SessionFacts {
  const fold = createSessionFold({ client: "claude", before: null, command: () => undefined });
  events.forEach((event) => fold.push(event));
  return fold.facts();
}

const said = (text: string): SessionEvent => ({ kind: "prompt", text, at: null, id: null });
const edited = (path: string, at: string): SessionEvent => ({ kind: "edit", path, at }) as SessionEvent;
const told = (now: SessionFacts, files: readonly string[] = []) => ({ told: { now, earlier: [], files } });

describe("the user's last request", () => {
  test.each<[string, readonly string[], string | null, string | null]>([
    [
      "is the newest that says something",
      ["Write the parser for dates.", "ok, go on", "thanks!"],
      "Write the parser for dates.",
      null,
    ],
    [
      "comes with the one it leans on, when it is short",
      ["Please rewrite the reader of the configuration files.", "yes", "ok, let's implement this"],
      "ok, let's implement this",
      "Please rewrite the reader of the configuration files.",
    ],
    ["stands alone, when nothing came before", ["fix it"], "fix it", null],
    ["in Chinese too", ["请把配置文件的读取部分重写一遍。", "好的，继续"], "请把配置文件的读取部分重写一遍。", null],
    ["is what there is, when nobody asked for anything", ["thanks"], "thanks", null],
  ])("%s", (_, prompts, text, before) => {
    const request = packetOf(told(factsOf(...prompts.map(said)))).last_request;
    expect([request?.text, request?.before?.text ?? null]).toEqual([text, before]);
  });

  test("begins the next action with what it leans on", () => {
    const facts = factsOf(said("Please rewrite the reader of the configuration files."), said("with tests"));
    const { next_action: action } = packetOf({ notes: [], ...told(facts) });
    expect(action).toContain("Please rewrite the reader of the configuration files. … with tests");
  });
});

describe("checks that were seen", () => {
  const early = "2026-11-30T07:00:00.000Z";
  const late = "2026-11-30T09:00:00.000Z";

  test("each at its newest run, the newest five, with what is known of the content", () => {
    const feedback = [
      ran("npm test", { exitCode: 1 }),
      ran("ls"),
      ...["a", "b", "c", "d"].map((name) => ran(`npm run lint:${name}`)),
      ran("npm test"),
    ];
    const { checks } = packetOf({ feedback });
    expect(checks.map(({ command, outcome }) => `${command} ${outcome}`)).toEqual([
      "npm run lint:a passed",
      "npm run lint:b passed",
      "npm run lint:c passed",
      "npm run lint:d passed",
      "npm test passed",
    ]);
  });

  test.each<[string, SessionFacts | null, string | null, boolean | null]>([
    ["the same tree", null, makeSnapshot().scene.tree, true],
    ["another tree", null, "f".repeat(40), false],
    ["no tree and a later edit", factsOf(edited("a.ts", late)), null, false],
    ["no tree and an edit before", factsOf(edited("a.ts", early)), null, null],
    ["no tree and a later edit outside of the work tree", factsOf(edited("/home/somebody/plan.md", late)), null, null],
    ["no tree and no session", null, null, null],
  ])("%s", (_, now, tree, current) => {
    const feedback = [ran("npm test", { tree, treeAfter: tree })];
    const { checks } = packetOf({ feedback, told: { now, earlier: [], files: [] } });
    expect(checks.map((check) => check.current)).toEqual([current]);
  });

  test("a run whose exit says nothing is not called passed", () => {
    const { checks } = packetOf({ feedback: [ran("npm test | tail -3"), ran("npm run lint || true")] });
    expect(checks.map(({ outcome }) => outcome)).not.toContain("passed");
  });
});

test("files touched last come first, whether they were read or changed", () => {
  const packet = packetOf({
    ...told(factsOf(said("Go.")), ["read.md", "gone.md"]),
    files: { "read.md": "1".repeat(64) },
  });
  expect(packet.recent_files.map(({ path, changed }) => [path, changed])).toEqual([["read.md", false]]);
});
