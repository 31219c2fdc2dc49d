import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { askFor, goOn, makeStand, stopFor, type Stand } from "./stand.ts";

const bin = join(import.meta.dirname, "..", "..", "dist", "cli", "bin.cjs");
let stand: Stand;
beforeEach(() => {
  stand = makeStand();
  stand.at("run", "start", "r");
});
afterEach(() => stand.remove());

const at = (...names: readonly string[]): string => join(stand.root, ...names);
const step = (key: string, options: readonly string[], script: string): ReturnType<Stand["at"]> =>
  stand.at("run", "step", "r", key, ...options, "--", "sh", "-c", script);
const journal = (): string =>
  readdirSync(at("runs/r"))
    .filter((name) => name.startsWith("journal."))
    .map((name) => readFileSync(at("runs/r", name), "utf8"))
    .join("");
const inspected = (...args: readonly string[]): { steps: Record<string, unknown>[]; budget: Record<string, object> } =>
  stand.at("inspect", "r", "--json", ...args).json() as never;

describe("the command of a step", () => {
  test("has passdown's streams and exit code, and is told what it is", () => {
    const say =
      'cat; echo err >&2; echo "$PASSDOWN_RUN $PASSDOWN_STEP $PASSDOWN_OPERATION $PASSDOWN_ATTEMPT $PASSDOWN_ARTIFACT"';
    const args = ["run", "step", "r", "k", "--root", ".", "--artifact", "artifact/k", "--", "sh", "-c"];
    const ran = stand.passdown([...args, `${say}; echo x > "$PASSDOWN_ARTIFACT/f"`], { input: "in\n" });
    expect([ran.exit, ran.stdout]).toEqual([0, `in\nr k r/k 1 ${at("runs/r/staging/k-1")}\n`]);
    expect(ran.stderr).toBe("err\n");
    expect(readdirSync(at("runs/r/artifact/k")).sort()).toEqual(["f", "manifest.json"]);
    expect(step("other", [], "exit 42").exit).toBe(42);
    expect(step("signal", [], "kill -9 $$").exit).toBe(137);
  });

  test("a second call attaches: nothing runs, exit 0; other inputs are refused, exit 1", () => {
    expect(step("k", ["--input", "to=ann"], "echo 1 >> effect").exit).toBe(0);
    const again = step("k", ["--input", "to=ann"], "echo 2 >> effect");
    expect([again.exit, again.stdout, again.stderr]).toEqual([
      0,
      "",
      "passdown: step k was done before; nothing was executed\n",
    ]);
    const other = step("k", ["--input", "to=bob"], "echo 3 >> effect");
    expect([other.exit, other.stderr.trim().split("\n").length]).toEqual([1, 1]);
    expect(other.stderr).toContain("input to was");
    expect(readFileSync(at("effect"), "utf8")).toBe("1\n");
  });

  test("an exit that is not 0 leaves the effect unknown, 75 too: nothing repeats it", () => {
    for (const code of [1, 75]) expect(step(`k${code}`, [], `exit ${code}`).exit).toBe(code);
    expect(stand.at("inspect", "r").stdout).toBe(askFor("effect_unknown"));
    const again = step("k75", ["--retry", "--safe-to-retry"], "touch effect");
    expect([again.exit, existsSync(at("effect"))]).toEqual([1, false]);
  });

  test.each([
    ["not_done the queue is full", "exit 3", 3, "not_done"],
    ["not_done the queue is full", "exit 0", 1, "unknown"],
    ["notdone the queue is full", "exit 3", 3, "unknown"],
  ])("declares %j and ends with %s", (line, end, exit, verdict) => {
    expect(step("k", [], `echo '${line}' >> "$PASSDOWN_OUTCOME"; ${end}`).exit).toBe(exit);
    expect(inspected().steps[0]).toMatchObject({ verdict });
    const retried = step("k", ["--retry"], "touch effect");
    expect(existsSync(at("effect"))).toBe(verdict === "not_done");
    expect(retried.exit).toBe(verdict === "not_done" ? 0 : 1);
  });

  test("what cannot be started did nothing: 127, and a retry is allowed", () => {
    expect(stand.at("run", "step", "r", "k", "--", "./missing").exit).toBe(127);
    expect(step("k", [], "touch effect").exit).toBe(1);
    expect(existsSync(at("effect"))).toBe(false);
    expect(step("k", ["--retry"], "touch effect").exit).toBe(0);
  });

  test("an artifact without a file, or not as it was expected, is no artifact", () => {
    const empty = step("a", ["--artifact", "artifact/a"], "true");
    expect(empty.exit).toBe(1);
    expect(journal()).toContain('"type":"failed"');
    expect(existsSync(at("runs/r/artifact/a"))).toBe(false);
    expect(stand.at("inspect", "r").exit).toBe(1);
    expect(step("b", ["--artifact", "artifact/b", "--expect", "f=xyz"], "true").exit).toBe(2);
  });

  test("what was expected is published, anything else is not and gets no receipt", () => {
    const digest = createHash("sha256").update("right\n").digest("hex");
    const make = (key: string, text: string): number | null =>
      step(key, ["--artifact", `artifact/${key}`, "--expect", `f=${digest}`], `echo ${text} > "$PASSDOWN_ARTIFACT/f"`)
        .exit;
    expect([make("good", "right"), make("bad", "wrong")]).toEqual([0, 1]);
    expect(readdirSync(at("runs/r/artifact"))).toEqual(["good"]);
    expect(inspected().steps).toMatchObject([{ verdict: "done" }, { verdict: "temp_only" }]);
  });

  test("a signal reaches it, and is recorded as an end that tells nothing", async () => {
    const args = ["run", "step", "r", "k", "--root", ".", "--", "sh", "-c", "echo ready; exec sleep 60"];
    const env = { PATH: process.env["PATH"], HOME: stand.root };
    const child = spawn(process.execPath, [bin, ...args], {
      cwd: stand.root,
      env,
      stdio: ["ignore", "pipe", "ignore"],
    });
    await once(child.stdout, "data");
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([143, null]);
    expect(journal()).toContain('"effect":"unknown","reason":"interrupted by SIGTERM"');
    expect(stand.at("inspect", "r").stdout).toBe(askFor("effect_unknown"));
  });

  test("a secret on its command line is not kept", () => {
    const secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    expect(stand.at("run", "step", "r", "k", "--", "true", "--token", secret).exit).toBe(0);
    expect(journal()).not.toContain(secret);
    expect(journal()).toContain('"command":["true","--token"');
  });

  test("a remote id is on the disk while the command still runs, and survives a kill", async () => {
    const script = 'echo "progress id=remote-7" >> "$PASSDOWN_OUTCOME"; exec sleep 60';
    const child = spawn(process.execPath, [bin, "run", "step", "r", "k", "--root", ".", "--", "sh", "-c", script], {
      cwd: stand.root,
      env: { PATH: process.env["PATH"], HOME: stand.root },
      stdio: "ignore",
    });
    const kept = '"data":{"id":"remote-7"}';
    for (let tries = 0; tries < 500 && !journal().includes(kept); tries += 1) await sleep(20);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(journal()).toContain(kept);
    // Its command goes on, which is seen; a person who knows better says so.
    expect(stand.at("inspect", "r").stdout).toBe(stopFor("executor_alive"));
    const { executors } = stand.at("inspect", "r", "--json").json() as {
      executors: { alive: boolean; executor: { pid: number } }[];
    };
    const pid = executors.find(({ alive }) => alive)?.executor.pid ?? 0;
    expect(step("k2", [], "touch effect").exit).toBe(1);
    expect(step("k2", ["--takeover", "it only sleeps"], "touch effect").exit).toBe(0);
    process.kill(pid, "SIGKILL");
    expect(inspected().steps[0]).toMatchObject({ verdict: "unknown", progress: { id: "remote-7" } });
    expect(readFileSync(at("runs/r/epoch/3"), "utf8")).toContain("it only sleeps");
  });
});

describe("budgets", () => {
  test("count over all sessions, and what nobody told stays unknown", () => {
    stand.at("run", "start", "b", "--budget-attempts", "2", "--budget-calls", "5", "--budget-seconds", "100");
    const spend = (key: string, line: string): number | null =>
      stand.at("run", "step", "b", key, "--", "sh", "-c", `${line} >> "$PASSDOWN_OUTCOME"`).exit;
    expect(spend("one", "echo spent calls=2 cost=0.5")).toBe(0);
    expect(spend("two", "echo nothing")).toBe(0);
    const { budget } = stand.at("inspect", "b", "--json").json() as { budget: Record<string, object> };
    expect(budget["spent"]).toMatchObject({ attempts: 2, calls: null, cost: null });
    expect(budget["at_least"]).toMatchObject({ calls: 2, cost: 0.5 });
    expect(budget["left"]).toMatchObject({ attempts: 0, calls: null });
    expect(spend("three", "touch effect; echo x")).toBe(1);
    expect(existsSync(at("effect"))).toBe(false);
  });

  test("of calls: reached by what is known for certain, nothing more begins", () => {
    stand.at("run", "start", "b", "--budget-calls", "2");
    const run = (key: string, script: string): number | null =>
      stand.at("run", "step", "b", key, "--", "sh", "-c", script).exit;
    expect(run("one", 'echo "spent calls=2 cost=0" >> "$PASSDOWN_OUTCOME"')).toBe(0);
    expect(run("two", "touch effect")).toBe(1);
    expect(existsSync(at("effect"))).toBe(false);
  });
});

describe("the end of a run", () => {
  test("it is not finished while a step is in doubt, has not begun, or has not been done", () => {
    stand.at("run", "start", "f", "--steps", "a,b");
    const end = (): number | null => stand.at("run", "finish", "f").exit;
    stand.at("run", "step", "f", "a", "--", "true");
    expect(end()).toBe(1);
    stand.at("run", "step", "f", "b", "--", "false");
    expect(end()).toBe(1);
    // Nor may it be forgotten as failed: what b did is not known.
    expect(stand.at("run", "finish", "f", "--failed", "b is in doubt").exit).toBe(1);
    expect(stand.at("run", "settle", "f", "b", "--not-done", "looked at the log").exit).toBe(0);
    expect(stand.at("run", "finish", "f", "--failed", "b was not done").exit).toBe(0);
    expect(stand.at("run", "step", "f", "c", "--", "touch", "effect").exit).toBe(1);
    expect(existsSync(at("effect"))).toBe(false);
  });

  test("finished: every step done, the state says so, nothing goes on from there", () => {
    step("a", [], "true");
    expect(stand.at("run", "finish", "r").exit).toBe(0);
    expect(JSON.parse(readFileSync(at("runs/r/state.json"), "utf8"))).toMatchObject({
      status: "finished",
      steps: [{ key: "a", state: "done" }],
    });
    expect(stand.at("run", "finish", "r").exit).toBe(0);
    expect(stand.at("inspect", "r").stdout).toBe(stopFor("unsupported_state"));
  });

  test("a script that stops says so, and another one, elsewhere, may go on although the first shell lives", () => {
    // One shell begins and interrupts; another looks while the first still lives.
    const own = `"$NODE" "$BIN"`;
    const shown = stand.inShell(
      `${own} run start s --root . >&2; ${own} run step s a --root . -- true; ${own} run finish s --interrupted evening --root . >&2
       sh -c '"$NODE" "$BIN" inspect s --root .; true'`,
    );
    expect(shown.stdout).toBe(goOn);
  });

  test("a script that says nothing and lives is an executor to others; its own, however deep, may go on", async () => {
    const line = `"$NODE" "$BIN" run start s --root . >&2
      timeout 60 "$NODE" "$BIN" run step s a --root . -- true; echo $?; (env "$NODE" "$BIN" inspect s --root .); read stop`;
    const env = { PATH: process.env["PATH"], HOME: stand.root, NODE: process.execPath, BIN: bin };
    const shell = spawn("sh", ["-c", line], { cwd: stand.root, env, stdio: ["pipe", "pipe", "ignore"] });
    let said = "";
    shell.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
    for (let tries = 0; tries < 500 && !said.includes("decision"); tries += 1) await sleep(20);
    expect(said).toBe(`0\n${goOn}`);
    expect(stand.at("inspect", "s").stdout).toBe(stopFor("executor_alive"));
    const other = stand.at("run", "step", "s", "b", "--", "touch", "effect");
    expect([other.exit, existsSync(at("effect"))]).toEqual([1, false]);
    shell.stdin.end();
    await once(shell, "exit");
    expect(stand.at("inspect", "s").stdout).toBe(goOn);
  });

  test("the list names each run with what its evidence says", () => {
    stand.at("drill", "--case", "exported");
    const { runs } = stand.at("run", "list", "--json").json() as { runs: object[] };
    expect(runs).toMatchObject([
      { run: "r", status: "running", decision: "continue" },
      { run: "resume-01", status: "interrupted", decision: "reuse_existing_artifact", steps: [{ key: "export" }, {}] },
    ]);
    expect(stand.at("run", "list").stdout).toMatch(/resume-01, interrupted\n +✓ reuse_existing_artifact/);
  });
});
