import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeStand, type Stand } from "./stand.ts";

let stand: Stand;
beforeEach(() => {
  stand = makeStand();
});
afterEach(() => stand.remove());

const step = (key: string, options: readonly string[], script: string): ReturnType<Stand["at"]> =>
  stand.at("run", "step", "r", key, ...options, "--", "sh", "-c", script);
/** What people read on stderr, without the wrapping. */
const told = (...args: readonly string[]): string => stand.at(...args).stderr.replaceAll(/\s+/g, " ");

describe("what comes next", () => {
  test("nothing to ask with: how a person settles the step; the command works as it stands", () => {
    stand.at("run", "start", "r");
    step("send", [], "exit 1");
    const said = told("inspect", "r");
    expect(said).toContain("`passdown run settle r send --done TEXT --root .`, or `--not-done TEXT`");
    expect(said).not.toContain("--probe");
    expect(stand.passdown(["run", "settle", "r", "send", "--done", "seen", "--root", "."]).exit).toBe(0);
    expect(told("inspect", "r")).not.toContain("settle");
  });

  test("a probe: ask first; once it could not tell, it is not offered again", () => {
    stand.at("run", "start", "r");
    step("send", ["--probe", "sh -c 'exit 7'"], "exit 1");
    const before = told("inspect", "r");
    expect(before).toContain("`passdown inspect r --probe --root .`");
    expect(before).toContain("`passdown run settle r send --done TEXT --root .`");
    const after = told("inspect", "r", "--probe");
    expect(after.slice(after.indexOf(" next "))).not.toContain("--probe");
    expect(after).toContain("`passdown run settle r send --done TEXT --root .`");
  });

  test("a step that has not begun, one that may be retried, none that is left, and a finished run", () => {
    stand.at("run", "start", "r", "--steps", "a,b");
    expect(told("inspect", "r")).toContain("`passdown run step r a --root . -- COMMAND`");
    step("a", [], 'echo "not_done refused" > "$PASSDOWN_OUTCOME"; exit 1');
    expect(told("inspect", "r")).toContain("`passdown run step r a --retry --root . -- COMMAND`");
    step("a", ["--retry"], "true");
    step("b", [], "true");
    const all = told("inspect", "r");
    expect(all).toContain("`passdown run finish r --root .` ends the run");
    expect(all).toContain("`passdown recover r --record NAME --root .` keeps");
    stand.at("run", "finish", "r");
    const finished = stand.at("inspect", "r");
    expect([finished.exit, finished.json()]).toMatchObject([1, { decision: "stop", reason: "unsupported_state" }]);
    expect(finished.stderr).toContain("✓ finished: nothing to recover");
    expect(finished.stderr).not.toMatch(/✗|stop|unsupported/);
    expect(stand.at("run", "list").stdout).toBe(
      "r, finished\n  ✓ finished: nothing to recover\n    · a: done\n    · b: done\n",
    );
  });

  test("what was recorded is not offered to be recorded; its audit is", () => {
    stand.at("drill", "--case", "exported");
    const said = told("recover", "resume-01", "--record", "v");
    expect(said).toContain("`passdown audit v --root .`");
    expect(said).not.toContain("--record NAME");
    expect(stand.passdown(["audit", "v", "--root", "."]).exit).toBe(0);
    stand.at("run", "start", "r");
    step("a", [], "true");
    expect(told("recover", "r", "--record", "w")).not.toContain("--record NAME");
  });

  test("a folder with a blank is quoted, and in Chinese the same commands stand", () => {
    stand.passdown(["run", "start", "r", "--root", "two words"]);
    stand.passdown(["run", "step", "r", "send", "--root", "two words", "--", "false"]);
    const said = stand.passdown(["inspect", "r", "--root", "two words"], { env: { LANG: "zh_CN.UTF-8" } }).stderr;
    expect(said.replaceAll(/\s+/g, "")).toContain("passdownrunsettlersend--doneTEXT--root'twowords'");
  });
});

test("a name of a record that is taken: the text says stop, as stdout does", () => {
  stand.at("drill", "--case", "exported");
  stand.at("recover", "resume-01", "--record", "v");
  const again = stand.at("recover", "resume-01", "--record", "v");
  expect([again.exit, again.json()]).toMatchObject([1, { decision: "stop", reason: "record_exists" }]);
  expect(again.stderr).toMatch(/✗ stop[\s\S]*record_exists: a record called v exists already/);
  expect(again.stderr).not.toContain("reuse_existing_artifact");
});

test("what was used is told, and what is unknown of it is called so", () => {
  stand.at("run", "start", "r");
  step("a", [], 'echo "spent calls=2 cost=0.5" > "$PASSDOWN_OUTCOME"');
  expect(told("inspect", "r")).toMatch(/used attempts: 1, calls: 2, cost: 0.5, time in ms: \d+/);
  step("b", [], 'echo "spent calls=?" > "$PASSDOWN_OUTCOME"; exit 1');
  expect(told("inspect", "r")).toMatch(
    /used attempts: 2, calls: unknown \(at least 2\), cost: unknown \(at least 0.5\)/,
  );
});

test("what is known of a step in doubt is said once", () => {
  stand.at("run", "start", "r");
  step("send", [], 'echo "progress mail_id=m-7" > "$PASSDOWN_OUTCOME"; exit 1');
  const rows = stand.at("inspect", "r").stderr.split(/\n {2}(?=\S)/);
  const row = rows.find((text) => text.startsWith("step")) ?? "";
  expect(row.match(/m-7/g)).toHaveLength(1);
});

describe("a refusal is a sentence and what to do next", () => {
  test.each([
    ["a run that is not complete", () => stand.at("run", "finish", "r"), "step a"],
    ["a word about a step that is not there", () => stand.at("run", "settle", "r", "x", "--done", "y"), "step x"],
    ["a run of that name", () => stand.at("run", "start", "r", "--goal", "other"), "a run called r"],
  ])("%s", (_, call, first) => {
    stand.at("run", "start", "r", "--steps", "a");
    const said = call();
    expect(said.exit).toBe(1);
    expect(said.stdout.startsWith(first)).toBe(true);
    expect(said.stdout).toMatch(/\n {2}→ [\s\S]*--root \./);
    expect(said.stdout).not.toMatch(/\b[a-z]+_[a-z_]+:/);
  });
});

test("the audit of a record fails once its run has gone on, and one made anew holds", () => {
  stand.at("run", "start", "r", "--steps", "a,b");
  step("a", [], "true");
  stand.at("recover", "r", "--record", "one");
  expect(stand.at("audit", "one").exit).toBe(0);
  step("b", [], "true");
  const old = stand.at("audit", "one", "--json").json() as { findings: { code: string }[] };
  expect(old.findings.map(({ code }) => code)).toContain("file_added");
  stand.at("recover", "r", "--record", "two");
  expect(stand.at("audit", "two").exit).toBe(0);
});

test("an audit of a name that is not there names the records that are, and --root", () => {
  stand.at("drill", "--case", "exported");
  stand.at("recover", "resume-01", "--record", "review-01");
  const here = stand.at("audit", "rr");
  expect([here.exit, here.stderr]).toEqual([2, expect.stringContaining("the recovery records here are review-01")]);
  expect(stand.passdown(["audit", "rr"]).stderr).toContain("need --root DIR");
});
