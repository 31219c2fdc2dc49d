import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeSandbox, type Sandbox } from "../cli/run-cli.ts";
import { exportedRun, type RunStand } from "./recovery-stand.ts";

const line = '{"result":"pass","status":"needs_review","original_status":"interrupted","semantic_review":"pending"}\n';

let box: Sandbox;
let stand: RunStand;
beforeAll(() => {
  box = makeSandbox();
  stand = exportedRun(join(box.root, ".git", "passdown"));
});
afterAll(() => box.remove());

describe("what can be named", () => {
  test.each<[string, () => readonly string[]]>([
    ["a record by its name", () => ["review-01"]],
    ["a record by its name in the home", () => ["recovery-records/review-01"]],
    ["its folder", () => [stand.record]],
    ["recovery.json", () => [join(stand.record, "recovery.json")]],
    ["HANDOFF.md beside it", () => [join(stand.record, "HANDOFF.md")]],
    ["a record below another root", () => ["review-01", "--root", stand.root]],
  ])("%s", (_, args) => {
    expect(box.passdown(["audit", ...args()])).toMatchObject({ exit: 0, stdout: line, stderr: "" });
  });

  test("another root is looked at instead of the home", () => {
    const elsewhere = exportedRun();
    elsewhere.write("state.json", "{}");
    expect(box.passdown(["audit", "review-01", "--root", elsewhere.root]).exit).toBe(1);
    expect(box.passdown(["audit", "review-02", "--root", elsewhere.root])).toMatchObject({ exit: 2, stdout: "" });
  });

  test("a path of that name comes after the record", () => {
    box.write("review-01", "text");
    expect(box.passdown(["audit", "review-01"])).toMatchObject({ exit: 0, stdout: line });
    expect(box.passdown(["audit", "./review-01"]).exit).toBe(2);
  });
});

test("--json gives one document that begins with the version and the seed's keys", () => {
  const { exit, stdout, json } = box.passdown(["audit", "review-01", "--json"]);
  expect(exit).toBe(0);
  expect(Object.keys(json())).toEqual([
    "schema_version",
    "result",
    "status",
    "original_status",
    "semantic_review",
    "findings",
    "unchecked",
  ]);
  expect(stdout.startsWith('{\n  "schema_version": 1,\n  "result": "pass",')).toBe(true);
});

test("a record that does not hold: exit 1, one line on stdout, each finding on stderr", () => {
  const other = exportedRun();
  other.write("01-export.json", "{}");
  const { exit, stdout, stderr } = box.passdown(["audit", other.record]);
  expect(exit).toBe(1);
  expect(stdout).toBe(
    '{"result":"fail","findings":[{"code":"file_added","detail":"the run has it, the record does not","path":"01-export.json"}]}\n',
  );
  expect(stderr).toBe("passdown: file_added: 01-export.json: the run has it, the record does not\n");
  expect(box.passdown(["audit", other.record, "--json"]).json()).toMatchObject({ schema_version: 1, result: "fail" });
});

test("a record of bytes is a record that does not hold, not a failure of the program", () => {
  const other = exportedRun();
  writeFileSync(join(other.record, "recovery.json"), new Uint8Array([0xff, 0x00]));
  const { exit, json } = box.passdown(["audit", other.record, "--json"]);
  expect(exit).toBe(1);
  expect(json()).toMatchObject({ findings: [{ code: "record_malformed", path: "recovery.json" }] });
});

test("a hand-off written by hand", () => {
  box.write("HANDOFF.md", "# x\n\n## Goal and scope\n\nall\n");
  const { exit, stdout } = box.passdown(["audit", "HANDOFF.md"]);
  expect(exit).toBe(1);
  expect(stdout).toContain("✗ no heading names: stop condition [part_missing]");
  expect(box.passdown(["audit", "HANDOFF.md", "--json"]).json()).toMatchObject({
    result: "fail",
    findings: expect.arrayContaining([
      { code: "part_missing", detail: "no heading names: next step", path: "next step" },
    ]),
  });
});

test("what is not there is wrong input, with what to do", () => {
  const { exit, stderr } = box.passdown(["audit", "recovery-records/none"]);
  expect(exit).toBe(2);
  expect(stderr).toContain("no packet and no recovery record recovery-records/none here, and no such path");
});

test("a run that was moved away is named", () => {
  const other = exportedRun();
  renameSync(other.run, join(other.root, "moved"));
  expect(existsSync(other.run)).toBe(false);
  expect(box.passdown(["audit", other.record]).stderr).toBe(
    "passdown: run_missing: run_path: there is no run at runs/resume-01\n",
  );
});
