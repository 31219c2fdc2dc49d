import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openRun } from "../../src/app/runs/open-run.ts";
import type { Run } from "../../src/app/runs/opened-run.ts";
import { createContext } from "../../src/create-context.ts";
import { makeSandbox, type Sandbox } from "../cli/run-cli.ts";

describe("a packet knows the runs that have not ended", () => {
  let sandbox: Sandbox;
  beforeEach(() => void (sandbox = makeSandbox()));
  afterEach(() => sandbox.remove());

  const open = async (name: string): Promise<Run> => {
    const context = createContext({ cwd: sandbox.root, env: { HOME: sandbox.root, PATH: process.env["PATH"] } });
    const opened = await openRun(context, { name });
    if (opened.result !== "opened") throw new Error(opened.detail);
    return opened.run;
  };
  const crash = async (name: string): Promise<void> => {
    const run = await open(name);
    await run.step({
      key: "send",
      do: () => {
        throw new Error("connection lost");
      },
    });
    run.interrupt("the terminal was closed");
  };
  const pack = (): Record<string, unknown> => {
    sandbox.passdown(["note", "next", "go on"]);
    return sandbox.passdown(["pack", "--json"]).json();
  };
  const reasons = (args: readonly string[] = ["pickup", "--json"]): readonly string[] =>
    (sandbox.passdown(args).json()["reasons"] as { code: string }[]).map(({ code }) => code);

  it("an interrupted run with an effect in doubt stands in status, in the effects and in the decision", async () => {
    await crash("export-01");
    expect(pack()["result"]).toBe("published");
    const packet = sandbox.passdown(["show", "--json"]).json();
    expect(packet["effects"]).toMatchObject([{ id: "run:export-01/send", state: "unknown" }]);
    expect((packet["open_risks"] as { code: string }[]).map(({ code }) => code)).toContain("run_open");
    expect(reasons()).toContain("effect_unknown");
    const status = sandbox.passdown(["status", "--json"]).json();
    expect(status["interrupted_runs"]).toMatchObject([
      { kind: "run", name: "export-01", decision: "needs_human", reason: "effect_unknown" },
    ]);
    expect(sandbox.passdown(["status"]).stdout).toContain("export-01");
    expect(sandbox.passdown(["audit", packet["packet_id"] as string]).exit).toBe(0);
  });

  it.each([
    ["without a probe", [], false],
    ["with a probe", ["--probe", "sh -c 'exit 7'"], true],
  ])("a step in doubt %s: pickup says how it is found out, and where what is found is kept", (_, options, asks) => {
    sandbox.passdown(["run", "start", "r"]);
    sandbox.passdown(["run", "step", "r", "send", ...options, "--", "false"]);
    pack();
    const [effect] = sandbox.passdown(["show", "--json"]).json()["effects"] as { id: string; probe: string | null }[];
    expect(effect).toMatchObject({ id: "run:r/send", probe: asks ? "passdown inspect r --probe" : null });
    const found = sandbox.passdown(["pickup", "--json"]).json()["reasons"] as { code: string; detail: string }[];
    const detail = found.find(({ code }) => code === "effect_unknown")?.detail ?? "";
    expect(detail).toContain("passdown run settle r send --done TEXT, or --not-done TEXT");
    expect(detail.includes("passdown inspect r --probe")).toBe(asks);
    expect(sandbox.passdown(["pickup"]).stdout).toContain("passdown run settle RUN KEY");
    const note = sandbox.passdown(["note", "done", "--answers", "run:r/send", "seen"]);
    expect([note.exit, note.stderr]).toEqual([2, expect.stringContaining("passdown run settle r send --done")]);
    expect(sandbox.passdown(["run", "settle", "r", "send", "--done", "seen"]).exit).toBe(0);
    expect(reasons()).not.toContain("effect_unknown");
  });

  it("a run interrupted after the packet counts at pickup, and one that was settled since does not any more", async () => {
    expect(pack()["result"]).toBe("published");
    expect(reasons()).not.toContain("effect_unknown");
    await crash("export-02");
    expect(reasons()).toContain("effect_unknown");
    const run = await open("export-02");
    await run.step({
      key: "send",
      probe: () => ({ answer: "done", detail: "message 5 is there" }),
      do: () => undefined,
    });
    run.finish();
    expect(reasons()).not.toContain("effect_unknown");
    expect(sandbox.passdown(["status", "--json"]).json()["interrupted_runs"]).toEqual([]);
  });

  it("a packet that is taken while a run is being executed says so", async () => {
    const run = await open("export-03");
    await run.step({
      key: "make",
      artifact: "artifact",
      do: ({ folder }) => writeFileSync(join(folder ?? "", "a"), "a"),
    });
    pack();
    const risks = sandbox.passdown(["show", "--json"]).json()["open_risks"] as { code: string; detail: string }[];
    expect(risks.find(({ code }) => code === "run_open")?.detail).toContain("was being executed");
    run.finish();
  });

  it("the same runs give the same packet", async () => {
    await crash("export-04");
    const first = pack();
    expect(sandbox.passdown(["pack", "--json"]).json()["packet_id"]).toBe(first["packet_id"]);
  });
});
