import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { drill } from "../../src/app/runs/drill.ts";
import { inspectRun } from "../../src/app/runs/inspect-run.ts";
import { openRun } from "../../src/app/runs/open-run.ts";
import type { OpenRunOptions } from "../../src/app/runs/open-types.ts";
import { recoverRun } from "../../src/app/runs/recover-run.ts";
import { runCommand, type RunCommandOptions } from "../../src/app/runs/run-command.ts";
import type { Context } from "../../src/context.ts";
import { createContext } from "../../src/create-context.ts";

const secret = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
const digest = "0".repeat(64);
let root: string;
let context: Context;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "passdown-kept-"));
  context = createContext({ cwd: root });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
const usage = (code: string): object => ({ kind: "usage", code });

test.each<[string, Partial<OpenRunOptions>, string]>([
  ["a run's name", { name: secret }, "secret_not_kept"],
  ["a step's key", { steps: [secret] }, "secret_not_kept"],
  ["a path", { inputs: [{ name: "f", kind: "file", path: `${secret}.txt` }] }, "secret_not_kept"],
  ["an input's name", { inputs: [{ name: secret, kind: "value", value: "x" }] }, "secret_not_kept"],
  [
    "a tool",
    { inputs: [{ name: "t", kind: "tool", command: ["sh", "-c", `touch ran; echo ${secret}`] }] },
    "secret_not_kept",
  ],
  [
    "a tool, as a pair of words",
    { inputs: [{ name: "t", kind: "tool", command: ["touch", "ran", "--password", "hunter2-Xk93kd"] }] },
    "secret_not_kept",
  ],
  ["a reserved key", { steps: ["constructor"] }, "name_reserved"],
  ["a reserved input", { inputs: [{ name: "__proto__", kind: "value", value: "x" }] }, "name_reserved"],
])("a run with a secret or a lost name in %s is refused, and nothing happens", async (_, options, code) => {
  await expect(openRun(context, { name: "r", root, ...options })).rejects.toMatchObject(usage(code));
  expect(readdirSync(root)).toEqual([]);
});

describe("a step", () => {
  beforeEach(async () => {
    const opened = await openRun(context, { name: "r", root });
    if (opened.result === "opened") opened.run.close();
  });

  test.each<[string, Partial<RunCommandOptions["step"]>, string]>([
    ["its key", { key: secret }, "secret_not_kept"],
    ["its probe", { probeCommand: ["curl", "-H", `Authorization: Bearer ${secret}`] }, "secret_not_kept"],
    ["its artifact", { artifact: `artifact/${secret}` }, "secret_not_kept"],
    ["an input's name", { inputs: { [secret]: 1 } }, "secret_not_kept"],
    ["an expected file", { artifact: "artifact", expect: { [secret]: digest } }, "secret_not_kept"],
    ["a lost input", { inputs: { constructor: 1 } }, "name_reserved"],
    ["a lost input, by its own name", { inputs: JSON.parse('{"__proto__":1}') as object as never }, "name_reserved"],
    ["a lost file", { artifact: "artifact", expect: { prototype: digest } }, "name_reserved"],
    ["files without an artifact", { expect: { f: digest } }, "expect_without_artifact"],
  ])("with %s is refused, and nothing is executed or written", async (_, step, code) => {
    const folder = join(root, "runs", "r");
    const before = readdirSync(folder, { recursive: true });
    const options = {
      run: "r",
      root,
      takeover: "the test itself",
      argv: ["touch", "ran"],
      step: { key: "k", ...step },
    };
    await expect(runCommand(context, options)).rejects.toMatchObject(usage(code));
    expect([existsSync(join(root, "ran")), readdirSync(folder, { recursive: true })]).toEqual([false, before]);
    const opened = await openRun(context, { name: "r", root, takeover: "the test itself" });
    if (opened.result !== "opened") throw new Error(opened.detail);
    const never = (): never => {
      throw new Error("executed");
    };
    await expect(opened.run.step({ key: "k", ...step, do: never })).rejects.toMatchObject(usage(code));
    opened.run.close();
  });
});

test("a record and a drill with such a name are refused", async () => {
  await drill(context, { case: "exported", run: "r", root });
  await expect(recoverRun(context, { run: "r", record: secret, root })).rejects.toMatchObject(usage("secret_not_kept"));
  await expect(drill(context, { case: "exported", run: secret, root })).rejects.toMatchObject(usage("secret_not_kept"));
  expect(readdirSync(root).sort()).toEqual(["drill", "runs"]);
});

test("a probe by the name of a property that every object has is no probe", async () => {
  const opened = await openRun(context, { name: "r", root });
  if (opened.result !== "opened") throw new Error(opened.detail);
  await opened.run.step({ key: "toString", do: () => Promise.reject(new Error("lost")) });
  opened.run.interrupt("closed");
  expect((await inspectRun(context, "r", { root, probes: {} })).steps[0]).toMatchObject({ verdict: "unknown" });
});
