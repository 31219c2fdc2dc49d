import { describe, expect, test } from "vitest";
import { createSessionFold } from "../../src/domain/session/fold-session.ts";
import type { SessionEvent } from "../../src/domain/session/session-event.ts";
import type { SessionFacts } from "../../src/domain/session/session-facts.ts";
import type { CheckedContent, PacketCheck } from "../../src/domain/packet.ts";
import type { FeedbackRecord } from "../../src/domain/workbench.ts";
import { makeSnapshot, ran } from "../verification/make-snapshot.ts";
import { packetOf } from "./generate.ts";

function factsOf(...events: readonly SessionEvent[]): SessionFacts {
  const fold = createSessionFold({ client: "claude", before: null, command: () => undefined });
  events.forEach((event) => fold.push(event));
  return fold.facts();
}

const said = (text: string): SessionEvent => ({ kind: "prompt", text, at: null, id: null });
const edited = (path: string, at: string): SessionEvent => ({ kind: "edit", path, at }) as SessionEvent;
const checksOf = (...parts: Parameters<typeof packetOf>): readonly PacketCheck[] => packetOf(...parts).checks ?? [];
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
    [
      "comes with what was said in between, without nods",
      ["Please find out how best to publish the whole package.", "what's best?", "ok", "minor", "push"],
      "push",
      "Please find out how best to publish the whole package.\nwhat's best?\nminor",
    ],
    [
      "is no nod that asks for all of it",
      ["Rename the reader to parser everywhere.", "yeah, do it all"],
      "Rename the reader to parser everywhere.",
      null,
    ],
    ["stands alone, when nothing came before", ["fix it"], "fix it", null],
    ["in Chinese too", ["请把配置文件的读取部分重写一遍。", "好的，继续"], "请把配置文件的读取部分重写一遍。", null],
    [
      "is none of emoji, of commands to the client, of signs that nobody sees",
      ["Implement the retry in src/x.ts with a backoff.", "ok", "\u{1f44d}", "/compact", "\u200b\u2060", "go"],
      "Implement the retry in src/x.ts with a backoff.",
      null,
    ],
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
    const checks = checksOf({ feedback });
    expect(checks.map(({ command, outcome }) => `${command} ${outcome}`)).toEqual([
      "npm run lint:a passed",
      "npm run lint:b passed",
      "npm run lint:c passed",
      "npm run lint:d passed",
      "npm test passed",
    ]);
  });

  const here = makeSnapshot().scene.tree;
  const other = "f".repeat(40);
  const later = factsOf(edited("a.ts", late));
  const during = factsOf(edited("a.ts", "2026-11-30T07:29:22.000Z"));
  const outside = (path: string): SessionFacts => factsOf(edited(path, late));
  const lasting = (durationMs: number | null): Partial<FeedbackRecord> => ({ durationMs });
  const moving = { changedWhileRunning: ["a.ts"] };

  test.each<[string, SessionFacts | null, string | null, CheckedContent, Partial<FeedbackRecord>]>([
    ["the same tree", null, here, "this_content", {}],
    ["the same tree again after an edit", later, here, "this_content", {}],
    ["the same tree, but files changed under it", null, here, "unknown", moving],
    ["the same tree, files changed under it, and a later edit", later, here, "before_changes", moving],
    ["another tree", null, other, "other_content", {}],
    ["another tree and an edit before", factsOf(edited("a.ts", early)), other, "other_content", {}],
    ["another tree and a later edit", later, other, "before_changes", {}],
    ["another tree and a later edit outside of the work tree", outside("/home/somebody/a"), other, "other_content", {}],
    ["no tree and a later edit", later, null, "before_changes", {}],
    ["no tree and an edit while it ran", during, null, "unknown", lasting(5_000)],
    ["no tree and an edit after a start without an end", later, null, "unknown", lasting(null)],
    ["no tree and an edit before", factsOf(edited("a.ts", early)), null, "unknown", {}],
    ["no tree and a later edit outside of the work tree", outside("/home/somebody/plan.md"), null, "unknown", {}],
    ["no tree and a later edit beside the work tree", outside("../plan.md"), null, "unknown", {}],
    ["no tree and no session", null, null, "unknown", {}],
  ])("%s", (_, now, tree, current, parts) => {
    const feedback = [ran("npm test", { tree, treeAfter: tree, ...parts })];
    const checks = checksOf({ feedback, told: { now, earlier: [], files: [] } });
    expect(checks.map((check) => check.current)).toEqual([current]);
  });

  test("the same command in another folder is another check", () => {
    const feedback = [ran("npm test", { cwd: "web", exitCode: 1 }), ran("npm test"), ran("npm test", { cwd: null })];
    expect(checksOf({ feedback }).map(({ cwd, outcome }) => [cwd, outcome])).toEqual([
      ["web", "failed"],
      [null, "passed"],
    ]);
  });

  test("what ran in another repository is none of this work", () => {
    const root = makeSnapshot().scene.root;
    const feedback = [
      ran("cd /elsewhere/r && npm test"),
      ran("npm --prefix /elsewhere/r test"),
      ran("npm --prefix=/elsewhere/r test"),
      ran(`cd ${root} && npm test`),
    ];
    expect((packetOf({ feedback }).checks ?? []).map(({ command }) => command)).toEqual([`cd ${root} && npm test`]);
  });

  test("a run whose exit says nothing is not called passed", () => {
    const checks = checksOf({ feedback: [ran("npm test | tail -3"), ran("npm run lint || true")] });
    expect(checks.map(({ outcome }) => outcome)).not.toContain("passed");
  });
});

test("files touched last come first, whether they were read or changed", () => {
  const packet = packetOf({
    ...told(factsOf(said("Go.")), ["read.md", "not-looked-at.pem"]),
    files: { "read.md": "1".repeat(64) },
  });
  expect(packet.recent_files.map(({ path, changed }) => [path, changed])).toEqual([
    ["read.md", false],
    ["not-looked-at.pem", false],
  ]);
});
