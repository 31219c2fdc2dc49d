import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditRecovery } from "../../src/audit/recovery/audit-recovery.ts";
import { drill } from "../../src/app/runs/drill.ts";
import { inspectRun } from "../../src/app/runs/inspect-run.ts";
import { listRuns } from "../../src/app/runs/list-runs.ts";
import { openRun } from "../../src/app/runs/open-run.ts";
import { recoverRun } from "../../src/app/runs/recover-run.ts";
import type { Context } from "../../src/context.ts";
import { createContext } from "../../src/create-context.ts";
import { fingerprint, makeStand, reuse, type Stand } from "./stand.ts";

let stand: Stand;
let context: Context;
beforeEach(() => {
  stand = makeStand();
  context = createContext({ cwd: stand.root });
});
afterEach(() => stand.remove());

const root = ".";
const runs = (): string => join(stand.root, "runs");
const record = (): string => join(stand.root, "recovery-records", "review-01");

/** Its effect fails the test as soon as anything calls it. */
const never = (): never => {
  throw new Error("the effect was executed again");
};

describe("an effect that must not happen again", () => {
  test("no look at a run, no record of it, no audit, no opening executes it; a step attaches to what is there", async () => {
    await drill(context, { case: "exported", root });
    const before = fingerprint(runs());
    const review = readFileSync(join(runs(), "resume-01/artifact/review.md"));
    expect((await inspectRun(context, "resume-01", { root, probe: true })).decision).toBe("reuse_existing_artifact");
    expect(await listRuns(context, { root })).toHaveLength(1);
    expect(await recoverRun(context, { run: "resume-01", record: "review-01", root })).toMatchObject({
      result: "recorded",
      path: "recovery-records/review-01",
      changedMeanwhile: [],
    });
    expect(auditRecovery({ folder: record() }).result).toBe("pass");
    expect(fingerprint(runs())).toEqual(before);

    // Going on is a new epoch of the run, and from here on its folder may change: the artifact may not.
    const opened = await openRun(context, { name: "resume-01", root });
    if (opened.result !== "opened") throw new Error(opened.detail);
    const step = { key: "export", artifact: "artifact", do: never } as const;
    expect(await opened.run.step(step)).toMatchObject({ outcome: "done", attached: true, recovered: true });
    expect(await opened.run.step({ ...step, retry: true, safeToRetry: true })).toMatchObject({ attached: true });
    opened.run.interrupt("enough");
    expect(readFileSync(join(runs(), "resume-01/artifact/review.md")).equals(review)).toBe(true);
  });

  test.each(["partial", "empty"] as const)("%s: a step that asks for a retry is not executed either", async (kind) => {
    await drill(context, { case: kind, run: "r", root });
    const opened = await openRun(context, { name: "r", root });
    if (opened.result !== "opened") throw new Error(opened.detail);
    const step = { key: "export", artifact: "artifact", do: never, retry: true, safeToRetry: true } as const;
    expect(await opened.run.step(step)).toMatchObject({ outcome: "unknown" });
    opened.run.close();
    expect(await recoverRun(context, { run: "r", record: "review-01", root })).toMatchObject({
      result: "refused",
      path: null,
    });
  });

  test("another input under the same key is refused, not executed", async () => {
    const opened = await openRun(context, { name: "r", root });
    if (opened.result !== "opened") throw new Error(opened.detail);
    expect(await opened.run.step({ key: "k", inputs: { to: "ann" }, do: () => 1 })).toMatchObject({ outcome: "done" });
    expect(await opened.run.step({ key: "k", inputs: { to: "bob" }, do: never })).toMatchObject({
      code: "inputs_differ",
    });
    opened.run.finish();
  });
});

describe("the audit after a recovery", () => {
  beforeEach(async () => {
    await drill(context, { case: "exported", root });
    await recoverRun(context, { run: "resume-01", record: "review-01", root });
  });
  test("holds as long as nothing is touched", () => {
    expect(auditRecovery({ folder: record() })).toMatchObject({
      result: "pass",
      status: "needs_review",
      original_status: "interrupted",
      semantic_review: "pending",
    });
  });

  const edit = (path: string, change: (text: string) => string): void => {
    const text = readFileSync(path, "utf8");
    expect(change(text)).not.toBe(text);
    writeFileSync(path, change(text));
  };
  const json = (): string => join(record(), "recovery.json");

  const cases: readonly (readonly [string, () => void])[] = [
    ["a forged status", () => edit(json(), (text) => text.replace('"needs_review"', '"done"'))],
    [
      "a forged review",
      () => edit(json(), (text) => text.replace('"semantic_review": "pending"', '"semantic_review": "passed"')),
    ],
    [
      "a forged replay",
      () => edit(json(), (text) => text.replace('"export_replayed": false', '"export_replayed": true')),
    ],
    ["a forged original status", () => edit(json(), (text) => text.replace('"interrupted"', '"finished"'))],
    ["a forged hand-off", () => appendFileSync(join(record(), "HANDOFF.md"), "All is done.\n")],
    [
      "an original state that changed",
      () => edit(join(runs(), "resume-01/state.json"), (text) => text.replace("running", "done")),
    ],
    ["an artifact that changed", () => appendFileSync(join(runs(), "resume-01/artifact/review.md"), "!")],
    ["a receipt that came later", () => writeFileSync(join(runs(), "resume-01/01-export.json"), "{}")],
  ];
  test.each(cases)("fails on %s", (_, forge) => {
    forge();
    expect(auditRecovery({ folder: record() }).result).toBe("fail");
  });
});

test("without any network the lesson works as with it", (task) => {
  const [probe = "", ...words] = ["unshare", "-n", "true"];
  if (spawnSync(probe, words).status !== 0) {
    process.stderr.write("SKIPPED: no network namespace can be made here (unshare -n needs root)\n");
    task.skip();
  }
  stand.at("drill", "--case", "exported");
  const alone = (command: string): ReturnType<Stand["inShell"]> =>
    stand.inShell(`unshare -n sh -c '"$NODE" "$BIN" ${command} --root .'`);
  expect(alone("inspect resume-01").stdout).toBe(reuse);
  const kept = alone("recover resume-01 --record review-01");
  expect([kept.exit, kept.stdout]).toEqual([0, reuse]);
  const audited = alone("audit recovery-records/review-01");
  expect([audited.exit, audited.stdout]).toEqual([
    0,
    '{"result":"pass","status":"needs_review","original_status":"interrupted","semantic_review":"pending"}\n',
  ]);
});
