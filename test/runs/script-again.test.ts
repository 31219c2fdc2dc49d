import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createContext, openRun } from "../../src/index.ts";
import { fingerprint, makeStand, type Stand } from "./stand.ts";

let stand: Stand;
beforeEach(() => {
  stand = makeStand();
  stand.write("text", "one\n");
});
afterEach(() => stand.remove());

const at = (path: string): string => join(stand.root, path);
const declared = ["--goal", "send once", "--input", "text=text", "--must-not", "send again", "--budget-attempts", "4"];
const start = (...more: readonly string[]): ReturnType<Stand["at"]> =>
  stand.at("run", "start", "r", ...declared, "--steps", "send", ...more);
const send = (...more: readonly string[]): ReturnType<Stand["at"]> =>
  stand.at("run", "step", "r", "send", "--input", "to=ann", ...more, "--", "sh", "-c", "echo sent >> effect");
const finish = (): ReturnType<Stand["at"]> => stand.at("run", "finish", "r");

describe("a script that is run again", () => {
  test("goes through at every interruption of it, and does each effect once", () => {
    const script = [() => start(), () => send(), () => finish()];
    for (let cut = 1; cut <= script.length; cut += 1) {
      expect(script.slice(0, cut).map((line) => line().exit)).toEqual(script.slice(0, cut).map(() => 0));
    }
    const before = fingerprint(at("runs"));
    const again = script.map((line) => line());
    expect(again.map(({ exit }) => exit)).toEqual([0, 0, 0]);
    expect(again[0]?.stdout).toMatch(/^run r has finished, declared as here; nothing is left to do/);
    expect(again[1]?.stderr).toBe("passdown: step send was done before; nothing was executed\n");
    expect(again[2]?.stdout).toBe("run r: finished\n");
    expect(readFileSync(at("effect"), "utf8")).toBe("sent\n");
    expect(fingerprint(at("runs"))).toEqual(before);
  });

  test("is told that the run goes on", () => {
    expect(start().json).toBeDefined();
    expect(start("--json").json()).toMatchObject({ result: "exists", status: "running" });
    expect(start().stdout).toMatch(/^run r exists, declared as here; it goes on/);
  });

  test("completes a state that the executor before could not write after it had finished", () => {
    start();
    send();
    const state = readFileSync(at("runs/r/state.json"));
    finish();
    const finished = readFileSync(at("runs/r/state.json"), "utf8");
    writeFileSync(at("runs/r/state.json"), state);
    expect([start(), send(), finish()].map(({ exit }) => exit)).toEqual([0, 0, 0]);
    const mended = JSON.parse(readFileSync(at("runs/r/state.json"), "utf8")) as object;
    expect(mended).toMatchObject({ status: "finished", steps: JSON.parse(finished).steps });
  });
});

describe("a run of that name that was declared in another way", () => {
  const cases: readonly (readonly [string, readonly string[], string])[] = [
    ["another goal", ["--goal", "send twice"], 'goal was "send once", now it is "send twice"'],
    ["another limit", ["--budget-calls", "1"], "budget of calls was none, now it is 1"],
    ["one more permission", ["--may", "look"], 'may was [], now it is ["look"]'],
    ["one more input", ["--value", "to=ann"], "input to was not declared"],
    ["one more step", ["--steps", "send,tell"], "step tell was not announced"],
  ];
  test.each(cases)("%s: refused, and named", (_, options, difference) => {
    start();
    const before = fingerprint(at("runs"));
    const kept = options[0] === "--goal" ? declared.slice(2) : declared;
    const steps = options[0] === "--steps" ? [] : ["--steps", "send"];
    const again = stand.at("run", "start", "r", ...kept, ...steps, ...options);
    expect([again.exit, again.stdout.replaceAll(/\s+/g, " ")]).toEqual([1, expect.stringContaining(difference)]);
    expect(again.stdout).toContain("  → leave it as it is");
    expect(again.stdout.replaceAll(/\s+/g, " ")).toContain("--attempt-of r --root .");
    expect(fingerprint(at("runs"))).toEqual(before);
  });

  test("an input that is another now: refused, and named", () => {
    start();
    stand.write("text", "two\n");
    expect(start("--json").json()).toMatchObject({
      result: "refused",
      reason: "run_exists",
      detail: expect.stringContaining("input text was"),
    });
    expect(start().exit).toBe(1);
  });
});

describe("a run that has ended", () => {
  test("finished: a step that was not done in it is refused, with a hint, and not executed", () => {
    start();
    send();
    finish();
    const other = stand.at("run", "step", "r", "tell", "--", "touch", "told");
    expect(other.exit).toBe(1);
    expect(other.stderr).toMatch(
      /^passdown: run r has finished, without step tell.*\n {2}→ .*--attempt-of r --root \.`\n$/,
    );
    expect(send("--input", "cc=bob").stderr).toContain("input cc was not given");
  });

  test("failed: it is not gone on with", () => {
    start();
    stand.at("run", "finish", "r", "--failed", "no mail today");
    expect([start().exit, send().exit]).toEqual([1, 1]);
    expect(start().stdout).toContain("run r failed: no mail today");
  });
});

describe("a run that does not exist", () => {
  test.each([
    ["a step of it", ["run", "step", "nope", "k", "--", "true"]],
    ["a word about a step of it", ["run", "settle", "nope", "k", "--done", "seen"]],
    ["an inspection of it", ["inspect", "nope"]],
    ["its end", ["run", "finish", "nope"]],
    ["a new attempt at it", ["run", "start", "fresh", "--attempt-of", "nope"]],
  ])("%s: exit 2 and a hint", (_, args) => {
    const said = stand.at(...args);
    expect([said.exit, said.stderr]).toEqual([
      2,
      "passdown: no run is called nope\n  → see `passdown run list --root .`, or name the folder that holds `runs` with --root\n",
    ]);
  });
});

test("the program of docs/runs.md, run again, finds its run finished", async () => {
  const page = readFileSync(new URL("../../docs/runs.md", import.meta.url), "utf8");
  const program = /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
  expect(program).toContain('original_status !== "finished"');
  const context = createContext({ cwd: stand.root, env: { ...process.env } });
  const attempt = async (): Promise<string> => {
    const opened = await openRun(context, { name: "report", root: stand.root, steps: ["send"] });
    if (opened.result === "refused") return opened.inspection?.original_status ?? opened.reason;
    const sent = await opened.run.step({ key: "send", do: () => "id" });
    if (sent.outcome === "done") opened.run.finish();
    return sent.outcome;
  };
  expect([await attempt(), await attempt()]).toEqual(["done", "finished"]);
  void execFileSync;
});
