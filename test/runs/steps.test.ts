import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openRun } from "../../src/app/runs/open-run.ts";
import type { OpenRunOptions } from "../../src/app/runs/open-types.ts";
import type { Run } from "../../src/app/runs/opened-run.ts";
import { inspectRun } from "../../src/app/runs/inspect-run.ts";
import { EffectNotDone, type StepHandle } from "../../src/app/runs/step-types.ts";
import type { Context } from "../../src/context.ts";
import { createContext } from "../../src/create-context.ts";

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
const write = ({ folder }: StepHandle): void => writeFileSync(join(folder ?? "", "review.md"), "# review\n");
const journal = (epoch = 1): string => readFileSync(join(root, "runs", "r", `journal.000${epoch}.jsonl`), "utf8");

describe("a step", () => {
  it("is executed once; the same key and inputs attach to what it returned", async () => {
    const run = await open();
    const first = await run.step({ key: "sum", inputs: { a: 1, b: [2] }, do: () => ({ total: 3 }) });
    expect(first).toEqual({ outcome: "done", attached: false, recovered: false, onWord: false, value: { total: 3 } });
    const again = await run.step({ key: "sum", inputs: { b: [2], a: 1 }, do: never });
    expect(again).toEqual({ outcome: "done", attached: true, recovered: false, onWord: false, value: { total: 3 } });
  });

  it("with other inputs is refused, and says which", async () => {
    const run = await open();
    await run.step({ key: "sum", inputs: { a: 1, at: "today" }, volatile: ["at"], do: () => 1 });
    expect(await run.step({ key: "sum", inputs: { a: 1, at: "later" }, volatile: ["at"], do: never })).toMatchObject({
      outcome: "done",
      attached: true,
    });
    const other = await run.step({ key: "sum", inputs: { a: 2 }, do: never });
    expect(other).toMatchObject({ outcome: "refused", code: "inputs_differ" });
    expect(other.outcome === "refused" && other.detail).toMatch(/input a was [0-9a-f]{64}, now it is [0-9a-f]{64}/);
  });

  it("that a run did not declare among its steps is refused: a mistyped key would be a second effect", async () => {
    const run = await open({ steps: ["export", "send"] });
    expect(await run.step({ key: "exprot", do: never })).toMatchObject({
      outcome: "refused",
      code: "step_not_declared",
    });
    expect((await run.step({ key: "export", do: () => 1 })).outcome).toBe("done");
  });

  it("called twice at the same time is executed once", async () => {
    const run = await open();
    let executed = 0;
    const step = () =>
      run.step({
        key: "slow",
        do: async () => {
          await new Promise((resolve) => setTimeout(resolve, 20));
          return (executed += 1);
        },
      });
    const results = await Promise.all([step(), step(), step()]);
    expect(executed).toBe(1);
    expect(results.map((result) => result.outcome === "done" && result.attached)).toEqual([false, true, true]);
  });

  it("that threw is in doubt: it is not executed again, whatever is asked for", async () => {
    const run = await open();
    const failed = await run.step({ key: "send", do: () => Promise.reject(new Error("timeout")) });
    expect(failed).toMatchObject({ outcome: "failed", effect: "unknown" });
    expect(await run.step({ key: "send", retry: true, safeToRetry: true, do: never })).toMatchObject({
      outcome: "unknown",
      verdict: "unknown",
    });
  });

  it("that knows that nothing happened may be attempted anew, when that is asked for", async () => {
    const run = await open();
    const refuse = (): never => {
      throw new EffectNotDone("connection refused");
    };
    expect(await run.step({ key: "send", do: refuse })).toMatchObject({ outcome: "failed", effect: "not_done" });
    expect(await run.step({ key: "send", do: never })).toMatchObject({ outcome: "not_done" });
    expect(await run.step({ key: "send", retry: true, do: ({ attempt }) => attempt })).toMatchObject({
      outcome: "done",
      value: 2,
    });
  });

  it("has one operation key in all its attempts", async () => {
    const run = await open();
    const seen: string[] = [];
    const note = ({ operation }: StepHandle): never => {
      seen.push(operation);
      throw new EffectNotDone("no");
    };
    await run.step({ key: "send", do: note });
    await run.step({ key: "send", retry: true, do: note });
    expect(seen).toEqual(["r/send", "r/send"]);
  });

  it("without a receipt is asked for by its probe: done is done, and it is written down", async () => {
    const first = await open();
    await first.step({ key: "send", do: () => Promise.reject(new Error("reply lost")) });
    first.interrupt("closed");
    const run = await open();
    const probe = () => ({ answer: "done" as const, detail: "message 5" });
    expect(await run.step({ key: "send", probe, do: never })).toMatchObject({ outcome: "done", recovered: true });
    expect(journal(2)).toContain('"answer":"done","detail":"message 5"');
    expect(await run.step({ key: "send", do: never })).toMatchObject({ outcome: "done", attached: true });
  });

  it.each([
    ["not done, declared safe, asked for", { safeToRetry: true, retry: true }, "done"],
    ["not done, declared safe, not asked for", { safeToRetry: true, retry: false }, "not_done"],
    ["not done, not declared safe", { safeToRetry: false, retry: true }, "not_done"],
  ])("probe: %s", async (_, { safeToRetry, retry }, outcome) => {
    const run = await open();
    const spec = {
      key: "send",
      safeToRetry,
      probe: () => ({ answer: "not_done" as const, detail: "no such message" }),
    };
    await run.step({ ...spec, do: () => Promise.reject(new Error("lost")) });
    expect((await run.step({ ...spec, retry, do: () => "sent" })).outcome).toBe(outcome);
  });

  it("keeps what is known early, before it ends", async () => {
    const run = await open();
    await run.step({
      key: "create",
      do: ({ progress }) => {
        progress({ remote_id: "job-17" });
        expect(journal()).toContain('"remote_id":"job-17"');
        throw new Error("killed");
      },
    });
    run.interrupt("killed");
    const { steps } = await inspectRun(context, "r", { root });
    expect(steps[0]).toMatchObject({ verdict: "unknown", progress: { remote_id: "job-17" } });
    expect(steps[0]?.detail).toContain("job-17");
  });

  it("makes its artifact visible whole, with a manifest, and never over another", async () => {
    const run = await open();
    await run.step({ key: "export", artifact: "artifact/export", do: write });
    expect(readdirSync(join(root, "runs", "r", "artifact", "export")).sort()).toEqual(["manifest.json", "review.md"]);
    expect(await run.step({ key: "other", artifact: "artifact/export", do: never })).toMatchObject({
      outcome: "refused",
      code: "artifact_in_the_way",
    });
    await expect(run.step({ key: "third", artifact: "../out", do: never })).rejects.toMatchObject({ kind: "input" });
  });

  it("whose artifact is not what was expected gets no receipt, and nothing becomes visible", async () => {
    const run = await open();
    const made = await run.step({
      key: "export",
      artifact: "artifact",
      expect: { "review.md": "0".repeat(64) },
      do: write,
    });
    expect(made).toMatchObject({ outcome: "failed", effect: "unknown" });
    expect(readdirSync(join(root, "runs", "r"))).not.toContain("artifact");
    expect(journal()).not.toContain('"type":"receipt"');
  });

  it("keeps no secret in the journal", async () => {
    const run = await open();
    const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8".slice(0, 36)}`;
    await run.step({
      key: "push",
      command: ["push", `--token=${token}`],
      do: () => Promise.reject(new Error(`401 for ${token}`)),
    });
    expect(journal()).not.toContain(token);
  });
});

describe("a person's word about a step in doubt", () => {
  const cut = async (): Promise<void> => {
    const run = await open();
    await run.step({ key: "send", do: () => Promise.reject(new Error("reply lost")) });
    run.interrupt("closed");
  };

  it("done: it is attached to as a word, without a receipt, and is not executed again", async () => {
    await cut();
    const run = await open();
    expect(run.settle("send", { effect: "done", reason: "it is in the outbox" })).toMatchObject({
      verdict: "probed_done",
    });
    expect(journal(2)).toContain('"by":"person","answer":"done","detail":"it is in the outbox"');
    expect(await run.step({ key: "send", do: never })).toMatchObject({ outcome: "done", attached: true, onWord: true });
    expect(journal(2)).not.toContain('"type":"receipt"');
  });

  it("a later word corrects an earlier one; what the step itself declared is no matter of opinion", async () => {
    await cut();
    const run = await open();
    run.settle("send", { effect: "done", reason: "guess" });
    expect(run.settle("send", { effect: "not_done", reason: "looked again" })).toMatchObject({ verdict: "not_done" });
    await run.step({ key: "other", do: () => Promise.reject(new EffectNotDone("refused")) });
    expect(run.settle("other", { effect: "done", reason: "x" }).result).toBe("refused");
  });

  it("not done: a new attempt is made when it is asked for", async () => {
    await cut();
    const run = await open();
    run.settle("send", { effect: "not_done", reason: "the service has no such mail" });
    expect((await run.step({ key: "send", do: never })).outcome).toBe("not_done");
    expect(await run.step({ key: "send", retry: true, do: ({ attempt }) => attempt })).toMatchObject({ value: 2 });
    run.interrupt("closed");
    expect((await inspectRun(context, "r", { root })).decision).toBe("continue");
  });

  it("counts for nothing where files decide, or nothing is in doubt", async () => {
    const run = await open();
    await run.step({ key: "sum", do: () => 1 });
    expect(run.settle("sum", { effect: "not_done", reason: "x" })).toMatchObject({
      result: "refused",
      verdict: "done",
    });
    expect(run.settle("later", { effect: "done", reason: "x" })).toMatchObject({ verdict: "not_started" });
    await run.step({ key: "export", artifact: "artifact", do: () => Promise.reject(new Error("cut")) });
    expect(run.settle("export", { effect: "done", reason: "x" })).toMatchObject({
      result: "refused",
      verdict: "absent",
    });
  });
});

describe("a budget", () => {
  it("adds up over sessions, and what nobody told stays unknown", async () => {
    const first = await open({ budget: { attempts: 3, calls: 10, cost: 1 } });
    await first.step({ key: "a", do: ({ spend }) => spend({ calls: 4, cost: 0.2 }) });
    first.interrupt("closed");
    const second = await open();
    await second.step({ key: "b", do: ({ spend }) => spend({ calls: 3 }) });
    expect(second.budget()).toMatchObject({
      spent: { attempts: 2, calls: 7, cost: null },
      at_least: { calls: 7, cost: 0.2 },
      left: { attempts: 1, calls: 3, cost: null },
    });
    await second.step({ key: "c", free: true, do: () => 1 });
    expect(await second.step({ key: "d", do: never })).toMatchObject({ outcome: "refused", code: "budget_exhausted" });
  });

  it("used up, with a step left to do, is a matter for a person", async () => {
    const run = await open({ budget: { attempts: 1 }, steps: ["a", "b"] });
    await run.step({ key: "a", do: () => 1 });
    run.interrupt("closed");
    expect(await inspectRun(context, "r", { root })).toMatchObject({
      decision: "needs_human",
      reason: "budget_exhausted",
    });
  });

  it("without money left a free step is done all the same", async () => {
    const run = await open({ budget: { cost: 0, calls: 0 } });
    expect((await run.step({ key: "a", do: never })).outcome).toBe("refused");
    expect((await run.step({ key: "b", free: true, do: () => 1 })).outcome).toBe("done");
  });

  it("an attempt that was cut leaves its cost unknown", async () => {
    const run = await open({ budget: { cost: 5 } });
    await run.step({ key: "a", free: true, do: () => Promise.reject(new EffectNotDone("no")) });
    expect(run.budget().spent.cost).toBe(0);
    await run.step({ key: "b", do: () => Promise.reject(new Error("cut")) });
    expect(run.budget()).toMatchObject({ spent: { cost: null }, left: { cost: null } });
  });
});

describe("opening", () => {
  it("is refused while another executor lives, and goes on after it ended, in a new epoch", async () => {
    const first = await open();
    expect(await openRun(context, { name: "r", root })).toMatchObject({ result: "refused", reason: "executor_alive" });
    first.interrupt("closed");
    expect((await openRun(context, { name: "r", root })).result).toBe("opened");
    expect(readdirSync(join(root, "runs", "r", "epoch"))).toEqual(["1", "2"]);
  });

  it("is refused when an input changed, and names it", async () => {
    writeFileSync(join(root, "source.txt"), "one");
    const run = await open({ inputs: [{ name: "source", kind: "file", path: "source.txt" }] });
    run.interrupt("closed");
    writeFileSync(join(root, "source.txt"), "two");
    const opened = await openRun(context, { name: "r", root });
    expect(opened).toMatchObject({ result: "refused", reason: "context_changed" });
    expect(opened.result === "refused" && opened.detail).toContain("source");
  });

  it.each([
    ["finished", (run: Run) => run.finish()],
    ["failed", (run: Run) => run.fail("no")],
  ])("a run that is %s is not gone on with", async (_, end) => {
    end(await open());
    expect(await openRun(context, { name: "r", root })).toMatchObject({ result: "refused", reason: "run_ended" });
  });

  it("what a superseded executor writes never counts", async () => {
    const old = await open();
    await old.step({ key: "a", do: () => "old" });
    const taken = await openRun(context, { name: "r", root, takeover: "the machine was suspended" });
    expect(taken.result).toBe("opened");
    await old.step({ key: "b", do: () => "too late" });
    if (taken.result !== "opened") throw new Error("not opened");
    expect(await taken.run.step({ key: "a", do: never })).toMatchObject({ attached: true, value: "old" });
    expect(await taken.run.step({ key: "b", do: () => "new" })).toMatchObject({ attached: false, value: "new" });
    taken.run.interrupt("closed");
    expect(await inspectRun(context, "r", { root })).toMatchObject({ decision: "stop", reason: "zombie_writer" });
  });

  it("inspecting changes neither bytes nor times", async () => {
    const run = await open();
    await run.step({ key: "export", artifact: "artifact", do: write });
    run.interrupt("closed");
    const folder = join(root, "runs", "r");
    const look = (): string[] =>
      (readdirSync(folder, { recursive: true }) as string[]).sort().map((path) => {
        const { mtimeMs, size, ino } = statSync(join(folder, path));
        return `${path} ${mtimeMs} ${size} ${ino}`;
      });
    const before = look();
    expect((await inspectRun(context, "r", { root, probe: true })).decision).toBe("continue");
    expect(look()).toEqual(before);
  });
});
