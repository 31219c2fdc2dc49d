import { afterEach, beforeEach, expect, test } from "vitest";
import { makeSandbox, type Sandbox } from "./run-cli.ts";

let box: Sandbox;
beforeEach(() => {
  box = makeSandbox();
});
afterEach(() => box.remove());

function packTopic(topic: string): void {
  box.passdown(["note", "next", "--topic", topic, `the step of ${topic}`]);
  expect(box.passdown(["pack", "--topic", topic]).exit).toBe(0);
}

test("two topics and none chosen: status says so, and claims neither that there is no packet nor another topic", () => {
  packTopic("one");
  packTopic("two");
  const { stdout } = box.passdown(["status"]);
  expect(stdout.split("\n")[0]).toMatch(/^main · 2 topics, none chosen · [0-9a-f]{12}$/);
  expect(stdout).toMatch(/^ {2}packet +one for each topic: choose with `passdown status --topic TOPIC`$/m);
  expect(stdout).toMatch(/^ {2}topics +two, one$/m);
  expect(stdout).not.toMatch(/none yet|other topics|^ {2}next /m);
  const chinese = box.passdown(["status"], { env: { LC_ALL: "zh_CN.UTF-8" } }).stdout;
  expect(chinese.split("\n")[0]).toMatch(/^main · 2 个主题，未选定 · /);
});

test("a topic without a packet beside one that has one", () => {
  packTopic("one");
  const { stdout } = box.passdown(["status", "--topic", "two"]);
  expect(stdout).toMatch(/^ {2}packet +none for this topic: `passdown pack --topic TOPIC` makes one$/m);
  expect(stdout).toMatch(/^ {2}other topics +one$/m);
});

test("the only active topic of the branch is the one that status and pickup look at", () => {
  packTopic("one");
  const { stdout } = box.passdown(["status"]);
  expect(stdout.split("\n")[0]).toMatch(/^main · topic one · /);
  expect(stdout).not.toContain("other topics");
  box.passdown(["note", "ask", "--topic", "one", "may it grow?"]);
  expect(box.passdown(["status"]).stdout).toContain("may it grow?");
  const picked = box.passdown(["pickup", "--json"]).json() as {
    readonly reasons: readonly { readonly code: string }[];
  };
  expect(picked.reasons.map(({ code }) => code)).toContain("question_open");
});
