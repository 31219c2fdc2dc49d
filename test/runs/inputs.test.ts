import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { InputSource } from "../../src/adapters/runs/read-inputs.ts";
import { finishRun } from "../../src/app/runs/finish-run.ts";
import { inspectRun } from "../../src/app/runs/inspect-run.ts";
import { listRuns } from "../../src/app/runs/list-runs.ts";
import { openRun } from "../../src/app/runs/open-run.ts";
import { recoverRun } from "../../src/app/runs/recover-run.ts";
import { startRun } from "../../src/app/runs/start-run.ts";
import type { Context } from "../../src/context.ts";
import { createContext } from "../../src/create-context.ts";

let root: string;
let context: Context;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "passdown-inputs-"));
  context = createContext({ cwd: root });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
const at = (name: string): string => join(root, name);

async function begin(inputs: readonly InputSource[]): Promise<void> {
  const opened = await openRun(context, { name: "r", root, inputs });
  if (opened.result !== "opened") throw new Error(opened.detail);
  opened.run.interrupt("closed");
}

describe("a tool", () => {
  const tool = (script: string): InputSource => ({ name: "tool", kind: "tool", command: ["sh", "-c", script] });
  beforeEach(async () => {
    writeFileSync(at("version"), "1.0\n");
    await begin([tool("touch ran; cat version")]);
    rmSync(at("ran"));
    writeFileSync(at("version"), "2.0\n");
  });

  test("of a run is not started by looking at it, and is called unchecked", async () => {
    expect(await inspectRun(context, "r", { root })).toMatchObject({ decision: "continue", unchecked: ["tool"] });
    expect(await listRuns(context, { root })).toMatchObject([{ unchecked: ["tool"] }]);
    expect((await recoverRun(context, { run: "r", record: "x", root })).result).toBe("recorded");
    const opened = await openRun(context, { name: "r", root });
    if (opened.result === "opened") opened.run.interrupt("closed");
    expect(opened.result).toBe("opened");
    const end = { run: "r", root, status: "finished", reason: "", takeover: null } as const;
    expect((await finishRun(context, end)).result).toBe("ended");
    expect(existsSync(at("ran"))).toBe(false);
  });

  test("is compared where that is asked for", async () => {
    const seen = await inspectRun(context, "r", { root, tools: true });
    expect(seen).toMatchObject({ reason: "context_changed", unchecked: [], changed: [{ old: "1.0", new: "2.0" }] });
    expect((await recoverRun(context, { run: "r", record: "x", root, tools: true })).result).toBe("refused");
  });

  test("that the caller declares again is asked by the caller's command, not by the one in the record", async () => {
    expect(await openRun(context, { name: "r", root, inputs: [tool("cat version")] })).toMatchObject({
      reason: "context_changed",
    });
    const opened = await openRun(context, { name: "r", root, inputs: [tool("echo 1.0")] });
    expect([opened.result, existsSync(at("ran"))]).toEqual(["opened", false]);
    if (opened.result === "opened") opened.run.close();
  });
});

test("a link in a folder counts by where it points, and leads nowhere else", async () => {
  mkdirSync(at("folder"));
  symlinkSync("one", join(at("folder"), "link"));
  await begin([{ name: "f", kind: "folder", path: "folder" }]);
  writeFileSync(join(root, "one"), "what it points to is no part of the folder");
  expect((await inspectRun(context, "r", { root })).decision).toBe("continue");
  rmSync(join(at("folder"), "link"));
  symlinkSync("two", join(at("folder"), "link"));
  expect((await inspectRun(context, "r", { root })).reason).toBe("context_changed");
});

test.each(["file", "folder"])("an input that is a link to a %s is what the link leads to", async (kind) => {
  const file = kind === "file" ? "target" : "target/f";
  if (kind === "folder") mkdirSync(at("target"));
  writeFileSync(at(file), "one");
  symlinkSync("target", at("link"));
  const none = { tools: [], values: [], volatile: [], steps: [], budget: {}, attemptOf: null };
  const texts = { goal: "", may: [], mustNot: [] };
  const options = { name: "r", root, files: [{ name: "f", value: "link" }], ...none, ...texts };
  expect((await startRun({ ...context, ppid: 0 }, options)).result).toBe("started");
  const inspected = async () => inspectRun(context, "r", { root });
  expect(await inspected()).toMatchObject({ inputs: [{ kind }], changed: [] });
  writeFileSync(at(file), "two");
  expect(await inspected()).toMatchObject({ changed: [{ name: "f" }] });
  rmSync(at("target"), { recursive: true });
  expect(await inspected()).toMatchObject({ changed: [{ name: "f", new: null }] });
});
