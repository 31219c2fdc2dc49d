import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { executeCommand, type StepChild } from "../../src/app/runs/execute-command.ts";
import { inspectRun } from "../../src/app/runs/inspect-run.ts";
import { openRun } from "../../src/app/runs/open-run.ts";
import { recoverRun } from "../../src/app/runs/recover-run.ts";
import { audit } from "../../src/audit/audit.ts";
import type { Run } from "../../src/app/runs/opened-run.ts";
import type { Context } from "../../src/context.ts";
import { createContext } from "../../src/create-context.ts";

const secret = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
let root: string;
let context: Context;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "passdown-publish-"));
  context = createContext({ cwd: root });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function open(takeover: string | null = null): Promise<Run> {
  const opened = await openRun(context, { name: "r", root, takeover });
  if (opened.result !== "opened") throw new Error(opened.detail);
  return opened.run;
}
const journal = (): string => readFileSync(join(root, "runs", "r", "journal.0001.jsonl"), "utf8");

describe("an artifact that cannot be published", () => {
  test.each<[string, (folder: string) => void, string, string]>([
    ["empty", () => undefined, "wrote no file", "absent"],
    [
      "a manifest of its own",
      (folder) => writeFileSync(join(folder, "manifest.json"), "{}"),
      "manifest.json",
      "temp_only",
    ],
    ["a name like a secret", (folder) => writeFileSync(join(folder, secret), "x"), "looks like a secret", "temp_only"],
    ["a link", (folder) => symlinkSync("nowhere", join(folder, "link")), "ordinary files only", "temp_only"],
    [
      "in the way of another",
      (folder) => {
        writeFileSync(join(folder, "f"), "x");
        mkdirSync(join(folder, "..", "..", "artifact"));
      },
      "something of that name is there",
      "temp_only",
    ],
  ])(
    "%s: the step failed, its effect is unknown, and the record says why and what it used",
    async (_, make, why, verdict) => {
      const run = await open();
      const made = await run.step({
        key: "k",
        artifact: "artifact",
        do: ({ folder, spend }) => {
          make(folder ?? "");
          spend({ calls: 3, cost: 1 });
        },
      });
      expect(made).toMatchObject({ outcome: "failed", effect: "unknown" });
      expect(journal()).toContain('"type":"failed"');
      expect(journal()).toContain(why);
      expect(journal()).toContain('"spent":{"calls":3,"cost":1,');
      run.interrupt("closed");
      const { steps, reason } = await inspectRun(context, "r", { root });
      expect([steps[0]?.verdict, reason]).toEqual([verdict, "evidence_incomplete_or_invalid"]);
    },
  );

  test("a manifest deeper in it is a file like any other", async () => {
    const run = await open();
    const make = ({ folder }: { readonly folder: string | null }): void => {
      mkdirSync(join(folder ?? "", "site"));
      writeFileSync(join(folder ?? "", "site", "manifest.json"), "{}");
    };
    expect((await run.step({ key: "k", artifact: "artifact/k", do: make })).outcome).toBe("done");
  });
});

test("no secret is kept as the name of something, nor in the reason of a takeover", async () => {
  const run = await open();
  const result = await run.step({
    key: "k",
    do: ({ progress }) => {
      progress({ [secret]: "x", id: "remote-7" });
      return [{ [secret]: 1 }];
    },
  });
  expect(result.outcome).toBe("done");
  run.close();
  (await open(`because of ${secret}`)).close();
  const folder = join(root, "runs", "r");
  const texts = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
  expect(texts.join("")).not.toContain(secret);
  expect(texts.join("")).toContain('"id":"remote-7"');
  expect(existsSync(join(folder, "epoch", "2"))).toBe(true);
});

test("progress under a name that a reader drops is refused", async () => {
  const run = await open();
  const made = await run.step({ key: "k", do: ({ progress }) => progress({ constructor: "job-7" }) });
  expect(made).toMatchObject({ outcome: "failed", error: { code: "name_reserved" } });
});

test("a command that could not even be tried leaves no watch behind", async () => {
  const child: StepChild = {
    context: {
      ...context,
      get env(): Context["env"] {
        throw new Error("no environment");
      },
    },
    run: "r",
    contextSha256: "",
    argv: ["true"],
    status: null,
    release: () => undefined,
  };
  const step = {
    key: "k",
    attempt: 1,
    operation: "r/k",
    folder: null,
    progress: () => undefined,
    spend: () => undefined,
  };
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  await expect(executeCommand(child, step, root)).rejects.toThrow("no environment");
  expect(timers()).toBe(before);
});

describe("a link or a pipe where an artifact was being made", () => {
  test.each(["link", "pipe"])("%s: it is a note, and the run goes on once somebody knows better", async (kind) => {
    const run = await open();
    const make = ({ folder }: { readonly folder: string | null }): void => {
      if (kind === "link") symlinkSync("/", join(folder ?? "", kind));
      else execFileSync("mkfifo", [join(folder ?? "", kind)]);
    };
    expect(await run.step({ key: "k", artifact: "artifact", do: make })).toMatchObject({ outcome: "failed" });
    run.interrupt("closed");
    const first = await inspectRun(context, "r", { root });
    expect([first.reason, first.steps[0]?.verdict]).toEqual(["evidence_incomplete_or_invalid", "temp_only"]);
    expect(first.notes).toEqual([`staging/k-1/${kind} is a link or no ordinary file: it was never published`]);
    const later = await open();
    later.settle("k", { effect: "not_done", reason: "seen" });
    later.interrupt("closed");
    expect((await recoverRun(context, { run: "r", record: "x", root })).changedMeanwhile).toEqual([]);
    expect(await audit(context, join("recovery-records", "x"))).toMatchObject({ result: "pass" });
    const last = await open();
    const write = ({ folder }: { readonly folder: string | null }): void => writeFileSync(join(folder ?? "", "f"), "x");
    expect(await last.step({ key: "k", artifact: "artifact", retry: true, do: write })).toMatchObject({
      outcome: "done",
    });
  });

  test("anywhere else a link stops the run", async () => {
    (await open()).interrupt("closed");
    symlinkSync("/", join(root, "runs", "r", "staging"));
    expect((await inspectRun(context, "r", { root })).reason).toBe("symlink_not_supported");
  });
});
