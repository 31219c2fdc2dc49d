import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fingerprint, incomplete, makeStand, reuse, stopFor, type Stand } from "./stand.ts";

let stand: Stand;
beforeEach(() => {
  stand = makeStand();
});
afterEach(() => stand.remove());

const at = (...names: readonly string[]): string => join(stand.root, ...names);
const edit = (path: string, change: (text: string) => string): void =>
  writeFileSync(at(path), change(readFileSync(at(path), "utf8")));

describe("the three teaching interruptions", () => {
  test("exported: artifact and manifest are there, the receipt is not, and it says that it was constructed", () => {
    const drill = stand.at("drill", "--case", "exported", "--run", "resume-01");
    expect([drill.exit, drill.stdout]).toEqual([
      0,
      '{"status":"interrupted","case":"exported","simulated":true,"actual_api_calls":0}\n',
    ]);
    const run = (...names: readonly string[]): string => at("runs", "resume-01", ...names);
    expect(readdirSync(run()).sort()).toEqual(
      ["SIMULATION.json", "artifact", "context.json", "epoch", "journal.0001.jsonl", "staging", "state.json"].sort(),
    );
    expect(readdirSync(run("artifact")).sort()).toEqual(["manifest.json", "review.md"]);
    const state = JSON.parse(readFileSync(run("state.json"), "utf8")) as Record<string, unknown>;
    expect(state).toMatchObject({
      status: "interrupted",
      steps: [{ key: "export", state: "running" }, { key: "verify" }],
    });
    expect(JSON.parse(readFileSync(run("SIMULATION.json"), "utf8"))).toMatchObject({
      simulated: true,
      case: "exported",
    });
    expect(readFileSync(run("journal.0001.jsonl"), "utf8")).not.toContain('"type":"receipt"');
    const review = readFileSync(run("artifact", "review.md"), "utf8");
    const cards = JSON.parse(readFileSync(at("drill", "resume-01", "cards.json"), "utf8")) as { question: string }[];
    for (const { question } of cards) expect(review).toContain(question);
  });

  test.each([
    ["exported", "resume-01", 0, reuse],
    ["partial", "partial-01", 1, incomplete],
    ["empty", "empty-01", 1, incomplete],
  ])("%s: inspect says what the evidence allows, with its default name", (kind, run, exit, stdout) => {
    expect(stand.at("drill", "--case", kind).exit).toBe(0);
    const seen = stand.at("inspect", run);
    expect([seen.exit, seen.stdout]).toEqual([exit, stdout]);
  });

  test("the label of the case is no evidence: the judgement stays the same when it lies or is gone", () => {
    stand.at("drill", "--case", "empty");
    edit("runs/empty-01/SIMULATION.json", (text) => text.replace('"empty"', '"exported"'));
    expect(stand.at("inspect", "empty-01").stdout).toBe(incomplete);
    rmSync(at("runs/empty-01/SIMULATION.json"));
    expect(stand.at("inspect", "empty-01").stdout).toBe(incomplete);
  });

  test("recover keeps a new record with both files, prints the same line, and leaves the old run as it is", () => {
    stand.at("drill", "--case", "exported");
    const before = fingerprint(at("runs"));
    const kept = stand.at("recover", "resume-01", "--record", "review-01");
    expect([kept.exit, kept.stdout]).toEqual([0, reuse]);
    expect(readdirSync(at("recovery-records", "review-01")).sort()).toEqual(["HANDOFF.md", "recovery.json"]);
    expect(fingerprint(at("runs"))).toEqual(before);
    const record = JSON.parse(readFileSync(at("recovery-records/review-01/recovery.json"), "utf8")) as Record<
      string,
      unknown
    >;
    expect(record).toMatchObject({
      action: "verification_only",
      export_replayed: false,
      semantic_review: "pending",
      status: "needs_review",
      original_status: "interrupted",
      simulated: true,
      run_path: "runs/resume-01",
    });
    const audited = stand.at("audit", "review-01");
    expect([audited.exit, audited.stdout]).toEqual([
      0,
      '{"result":"pass","status":"needs_review","original_status":"interrupted","semantic_review":"pending"}\n',
    ]);
    expect(stand.at("inspect", "resume-01").stdout).toBe(reuse);
    const state = readFileSync(at("runs/resume-01/state.json"), "utf8");
    expect(state).toContain('"status": "interrupted"');
  });

  test.each([
    ["partial", "partial-01"],
    ["empty", "empty-01"],
  ])("%s: recover refuses, makes no record and no folder for one", (kind, run) => {
    stand.at("drill", "--case", kind);
    const before = fingerprint(at("runs"));
    const refused = stand.at("recover", run, "--record", "partial-review");
    expect([refused.exit, refused.stdout]).toEqual([1, incomplete]);
    expect(existsSync(at("recovery-records"))).toBe(false);
    expect(fingerprint(at("runs"))).toEqual(before);
  });
});

describe("what changed since, or was never of this form", () => {
  beforeEach(() => {
    stand.at("drill", "--case", "exported");
  });
  /** What inspect and recover print, and whether they left everything as it was. */
  const look = (): readonly unknown[] => {
    const before = fingerprint(stand.root);
    const said = [stand.at("inspect", "resume-01"), stand.at("recover", "resume-01", "--record", "r")];
    expect(fingerprint(stand.root)).toEqual(before);
    return said.map(({ exit, stdout }) => [exit, stdout]);
  };

  const cases: readonly (readonly [string, () => void, string])[] = [
    ["a changed source", () => appendFileSync(at("drill/resume-01/cards.json"), " "), stopFor("context_changed")],
    ["a changed task", () => appendFileSync(at("drill/resume-01/TASK.md"), "x"), stopFor("context_changed")],
    ["a source that is gone", () => rmSync(at("drill/resume-01/cards.json")), stopFor("context_changed")],
    [
      "a state that says finished",
      () => edit("runs/resume-01/state.json", (text) => text.replace('"interrupted"', '"finished"')),
      stopFor("unsupported_state"),
    ],
    [
      "a state of another program",
      () => edit("runs/resume-01/state.json", (text) => text.replace('"interrupted"', '"paused"')),
      stopFor("unsupported_state"),
    ],
    [
      "a state that calls the export done without a receipt",
      () => edit("runs/resume-01/state.json", (text) => text.replace('"running"', '"done"')),
      incomplete,
    ],
    ["a changed artifact", () => appendFileSync(at("runs/resume-01/artifact/review.md"), "!"), incomplete],
    ["an artifact without its material", () => rmSync(at("runs/resume-01/artifact/review.md")), incomplete],
    ["a file too many in the artifact", () => stand.write("runs/resume-01/artifact/more.md", "x"), incomplete],
    [
      "a manifest of another run",
      () => edit("runs/resume-01/artifact/manifest.json", (text) => text.replace("resume-01", "resume-02")),
      incomplete,
    ],
    ["a missing context", () => rmSync(at("runs/resume-01/context.json")), incomplete],
    ["an edited context", () => appendFileSync(at("runs/resume-01/context.json"), " "), incomplete],
    ["a missing state", () => rmSync(at("runs/resume-01/state.json")), incomplete],
    ["a missing journal", () => rmSync(at("runs/resume-01/journal.0001.jsonl")), incomplete],
    [
      "a changed byte in the journal",
      () => edit("runs/resume-01/journal.0001.jsonl", (text) => text.replace('"attempt":1', '"attempt":2')),
      stopFor("journal_damaged"),
    ],
    [
      "a link inside the run",
      () => symlinkSync("review.md", at("runs/resume-01/artifact/link.md")),
      stopFor("symlink_not_supported"),
    ],
  ];
  test.each(cases)("%s", (_, change, stdout) => {
    change();
    expect(look()).toEqual([
      [1, stdout],
      [1, stdout],
    ]);
  });

  test("the changed input is named, old and new", () => {
    appendFileSync(at("drill/resume-01/cards.json"), " ");
    const { changed } = stand.at("inspect", "resume-01", "--json").json() as { changed: Record<string, string>[] };
    expect(changed).toEqual([{ name: "cards", old: expect.stringMatching(/^[0-9a-f]{64}$/), new: expect.any(String) }]);
    expect(changed[0]?.["old"]).not.toBe(changed[0]?.["new"]);
    expect(stand.at("inspect", "resume-01").stderr).toMatch(/changed +cards: [0-9a-f]{12} → [0-9a-f]{12}/);
  });
});

test("a changed tool version stops, and names the versions", () => {
  stand.write("version.txt", "tool 1.0\n");
  stand.at("run", "start", "r", "--tool", "tool=cat version.txt");
  stand.at("run", "finish", "r", "--interrupted", "evening");
  stand.write("version.txt", "tool 2.0\n");
  const seen = stand.at("inspect", "r", "--tools");
  expect([seen.exit, seen.stdout]).toEqual([1, stopFor("context_changed")]);
  expect(stand.at("recover", "r", "--record", "x", "--tools").stdout).toBe(stopFor("context_changed"));
  expect(seen.stderr).toMatch(/tool: tool 1\.0 → tool 2\.0/);
});

test("a value is compared where it is given again, and is not called unchanged where it is not", () => {
  stand.at("run", "start", "r", "--value", "mode=fast");
  expect(stand.at("inspect", "r", "--json").json()["unchecked"]).toEqual(["mode"]);
  expect(stand.at("inspect", "r", "--value", "mode=fast").exit).toBe(0);
  expect(stand.at("inspect", "r", "--value", "mode=slow").stdout).toBe(stopFor("context_changed"));
});

describe("names", () => {
  test("a run that exists is refused and stays as it is", () => {
    stand.at("drill", "--case", "exported");
    const before = fingerprint(stand.root);
    for (const args of [
      ["drill", "--case", "empty", "--run", "resume-01"],
      ["run", "start", "resume-01"],
    ]) {
      const again = stand.at(...args);
      expect(again.exit).toBe(1);
      expect(again.stdout + again.stderr).toContain("exists already");
    }
    expect(fingerprint(stand.root)).toEqual(before);
  });

  test.each(["folder", "link", "file", "record"])("a record name that is taken by a %s is refused", (kind) => {
    stand.at("drill", "--case", "exported");
    mkdirSync(at("recovery-records"));
    if (kind === "folder") mkdirSync(at("recovery-records/r"));
    if (kind === "link") symlinkSync("nowhere", at("recovery-records/r"));
    if (kind === "file") writeFileSync(at("recovery-records/r"), "");
    if (kind === "record") stand.at("recover", "resume-01", "--record", "r");
    const before = fingerprint(stand.root);
    const again = stand.at("recover", "resume-01", "--record", "r");
    expect([again.exit, again.stdout]).toEqual([1, stopFor("record_exists")]);
    expect(fingerprint(stand.root)).toEqual(before);
  });

  const commandsWith = (name: string): readonly (readonly string[])[] => [
    ["recover", "resume-01", "--record", name],
    ["inspect", name],
    ["drill", "--case", "exported", "--run", name],
    ["run", "start", name],
    ["run", "step", name, "k", "--", "true"],
    ["run", "step", "resume-01", name, "--", "true"],
    ["run", "finish", name],
    ["recover", name, "--record", "r"],
  ];
  test.each([
    ["../x", 8],
    ["", 2],
    ["/tmp/x", 2],
    ["a".repeat(65), 2],
    ["名", 2],
    ["a/b", 1],
    [".hidden", 1],
    ["a\nb", 1],
    ["con", 1],
  ])("%j is no name", (name, commands) => {
    stand.at("drill", "--case", "exported");
    const before = fingerprint(stand.root);
    for (const args of commandsWith(name).slice(0, commands)) expect([args, stand.at(...args).exit]).toEqual([args, 2]);
    expect(fingerprint(stand.root)).toEqual(before);
  });

  test("an unknown run is wrong input", () => {
    const seen = stand.at("inspect", "nothing", "--json");
    expect([seen.exit, seen.json()["error"]]).toEqual([2, expect.objectContaining({ code: "run_unknown" })]);
  });
});

describe("somebody else at work", () => {
  /** A step that writes into its artifact until it is told to stop; its executor lives as long. */
  const begin = async (script: string): Promise<{ readonly end: () => Promise<void> }> => {
    stand.at("run", "start", "r");
    const bin = join(import.meta.dirname, "..", "..", "dist", "cli", "bin.cjs");
    const child = spawn(
      process.execPath,
      [
        bin,
        "run",
        "step",
        "r",
        "slow",
        "--root",
        ".",
        "--artifact",
        "artifact",
        "--",
        "sh",
        "-c",
        `echo ready; ${script}`,
      ],
      { cwd: stand.root, env: { PATH: process.env["PATH"], HOME: stand.root }, stdio: ["pipe", "pipe", "inherit"] },
    );
    await once(child.stdout, "data");
    return {
      end: async () => {
        child.stdin.end();
        await once(child, "exit");
      },
    };
  };

  test("a living executor stops inspect, recover, and another step; afterwards the run is readable", async () => {
    const work = await begin("read stop; echo x > $PASSDOWN_ARTIFACT/f");
    const before = fingerprint(stand.root);
    expect(stand.at("inspect", "r").stdout).toBe(stopFor("executor_alive"));
    expect(stand.at("recover", "r", "--record", "x").stdout).toBe(stopFor("executor_alive"));
    const other = stand.at("run", "step", "r", "other", "--", "touch", "effect");
    expect([other.exit, existsSync(at("effect"))]).toEqual([1, false]);
    expect(fingerprint(stand.root)).toEqual(before);
    await work.end();
    expect(stand.at("inspect", "r").exit).toBe(0);
  });

  test("a change during the inspection stops it", async () => {
    stand.at("drill", "--case", "empty");
    // The first look is over when the probe is asked: it is the probe that writes here.
    stand.at("run", "start", "r");
    stand.at("run", "step", "r", "k", "--probe", "sh probe.sh", "--", "false");
    stand.write("probe.sh", "date > runs/r/artifact-of-another; echo not_done; exit 1\n");
    const seen = stand.at("inspect", "r", "--probe");
    expect([seen.exit, seen.stdout]).toEqual([1, stopFor("changed_during_inspection")]);
  });
});
