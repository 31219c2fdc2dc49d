import { appendFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRunStore } from "../../src/adapters/runs/run-store.ts";
import { inspectRun } from "../../src/app/runs/inspect-run.ts";
import { openIn, openRun } from "../../src/app/runs/open-run.ts";
import type { OpenRunOptions } from "../../src/app/runs/open-types.ts";
import type { Run } from "../../src/app/runs/opened-run.ts";
import { readRuns } from "../../src/app/runs/read-runs.ts";
import type { Context } from "../../src/context.ts";
import { createContext } from "../../src/create-context.ts";
import { draftRecord } from "../../src/domain/runs/recovery-record.ts";

let root: string;
let context: Context;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "passdown-runs-"));
  context = createContext({ cwd: root });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function open(options: Partial<OpenRunOptions> = {}): Promise<Run> {
  const opened = await openRun(context, { name: "r", root, ...options });
  if (opened.result !== "opened") throw new Error(`${opened.reason}: ${opened.detail}`);
  return opened.run;
}
const never = (): never => {
  throw new Error("the effect was executed again");
};
const lost = (): Promise<never> => Promise.reject(new Error("reply lost"));
const at = (...names: readonly string[]): string => join(root, "runs", "r", ...names);

describe("going on with a run", () => {
  it("an executor that entered between the inspection and the claim is not taken over unseen", async () => {
    (await open()).interrupt("closed");
    const store = createRunStore(root);
    let entered = false;
    const slow = {
      ...store,
      claim: (run: string, epoch: number, text: string) => {
        if (!entered) {
          entered = true;
          store.claim(run, epoch, text);
        }
        return store.claim(run, epoch, text);
      },
    };
    expect(await openIn(context, { name: "r", root }, slow)).toMatchObject({
      result: "refused",
      reason: "taken_meanwhile",
    });
  });

  it("of many that begin and go on at once each effect is executed once", async () => {
    let executed = 0;
    const work = async (): Promise<void> => {
      const opened = await openRun(context, { name: "r", root });
      if (opened.result !== "opened") return;
      await opened.run.step({ key: "pay", do: () => void (executed += 1) });
    };
    await Promise.all(Array.from({ length: 8 }, work));
    expect(executed).toBe(1);
  });

  it.each([
    ["a journal that was lost", () => unlinkSync(at("journal.0001.jsonl"))],
    [
      "a context that was edited",
      () =>
        writeFileSync(
          at("context.json"),
          readFileSync(at("context.json"), "utf8").replace('"attempts": null', '"attempts": 9'),
        ),
    ],
    [
      "a state that says more than the journal",
      () => writeFileSync(at("state.json"), readFileSync(at("state.json"), "utf8").replace('"failed"', '"done"')),
    ],
  ])("%s is no ground to execute anything", async (_, damage) => {
    const run = await open();
    await run.step({ key: "pay", do: lost });
    run.interrupt("closed");
    damage();
    const inspection = await inspectRun(context, "r", { root });
    expect(inspection).toMatchObject({ decision: "needs_human", concerns: "record" });
    expect(await openRun(context, { name: "r", root })).toMatchObject({ result: "refused", reason: inspection.reason });
  });

  it("a run whose end stands in the journal alone has ended", async () => {
    const run = await open();
    const state = readFileSync(at("state.json"), "utf8");
    run.finish();
    writeFileSync(at("state.json"), state);
    expect(await inspectRun(context, "r", { root })).toMatchObject({ original_status: "finished" });
    expect(await openRun(context, { name: "r", root })).toMatchObject({ reason: "run_ended" });
    expect(await readRuns(context, root)).toEqual({ open: [], ended: ["r"] });
  });

  it("an executor that was superseded cannot end the run, nor hide what is in doubt", async () => {
    const old = await open();
    const taken = await open({ takeover: "it was suspended" });
    await taken.step({ key: "pay", do: lost });
    old.finish();
    expect(JSON.parse(readFileSync(at("state.json"), "utf8"))).toMatchObject({ status: "running" });
    const { open: found } = await readRuns(context, root);
    expect(found[0]?.effects.map(({ state }) => state)).toContain("unknown");
  });

  it("what a failed attempt spent still counts when it is found done", async () => {
    const run = await open({ budget: { calls: 3 } });
    await run.step({
      key: "a",
      do: ({ spend }) => {
        spend({ calls: 3 });
        return lost();
      },
    });
    await run.step({ key: "a", probe: () => ({ answer: "done", detail: "there" }), do: never });
    expect(run.budget().at_least.calls).toBe(3);
    expect(await run.step({ key: "b", do: never })).toMatchObject({ code: "budget_exhausted" });
  });
});

describe("finishing", () => {
  it("is refused while a step is in doubt, running, or declared and not begun", async () => {
    const run = await open({ steps: ["a", "b"] });
    expect(run.finish()).toMatchObject({ result: "refused", reason: "steps_not_done" });
    const slow = run.step({ key: "a", do: () => new Promise((resolve) => setTimeout(resolve, 20)) });
    expect(run.finish()).toMatchObject({ detail: "step a is running" });
    await slow;
    await run.step({ key: "b", do: lost });
    expect(run.finish().result).toBe("refused");
    run.settle("b", { effect: "done", reason: "it is in the outbox" });
    expect(run.finish()).toEqual({ result: "ended" });
  });
});

describe("a record", () => {
  it("does not skip a step that the system says was not done", async () => {
    const run = await open({ steps: ["a", "b"] });
    const probe = () => ({ answer: "not_done" as const, detail: "no such mail" });
    await run.step({ key: "a", safeToRetry: true, do: lost });
    await run.step({ key: "a", safeToRetry: true, probe, do: never });
    run.interrupt("closed");
    const options = { record: "n", recordedAt: "2026-10-05T08:00:00.000Z", runPath: "runs/r" };
    const draft = draftRecord(await inspectRun(context, "r", { root }), options);
    expect(draft?.next_step).toContain("step a");
    expect(draft?.open).toContain("a: only the probe says that it is not done");
  });
});

describe("a packet", () => {
  it("is not kept from being made by a run that cannot be read: that run alone is in doubt", async () => {
    (await open()).interrupt("closed");
    (await open({ name: "other" })).finish();
    unlinkSync(at("journal.0001.jsonl"));
    symlinkSync("/nowhere", at("journal.0001.jsonl"));
    const { open: found, ended } = await readRuns(context, root);
    expect(ended).toEqual(["other"]);
    expect(found).toMatchObject([{ name: "r", decision: "needs_human", effects: [{ id: "run:r", state: "unknown" }] }]);
  });

  it("has an effect in doubt where the record of a run is", async () => {
    const run = await open();
    await run.step({ key: "pay", do: () => 1 });
    run.interrupt("closed");
    appendFileSync(at("journal.0001.jsonl"), "v1 garbage\n");
    const { open: found } = await readRuns(context, root);
    expect(found[0]?.effects).toContainEqual(expect.objectContaining({ id: "run:r", state: "unknown" }));
  });
});
