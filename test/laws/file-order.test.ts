import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { note } from "../../src/app/note.ts";
import { pack } from "../../src/app/pack.ts";
import { generateHandoff } from "../../src/app/generate-handoff.ts";
import { serializePacket } from "../../src/domain/packet-file.ts";
import { contextIn } from "../generate/context.ts";
import { readFiles } from "../generate/generate.ts";
import { openRepository, runIn, testEnv } from "../git/repository.ts";
import { makeNote, makeSnapshot } from "../verification/make-snapshot.ts";

const log = (...commands: readonly string[]): string =>
  commands
    .map(
      (command) =>
        `${JSON.stringify({ command, exit_code: command.includes("bad") ? 1 : 0, started_at: 1_700_000_000.5 })}\n`,
    )
    .join("");

/** Every kind of artifact, several of one kind, and logs whose records all have the same time. */
const artifacts: Readonly<Record<string, string>> = {
  "agent_state.json": JSON.stringify({
    schema_version: 1,
    active_task_id: "T-001",
    touched_files: ["b.ts", "a.ts"],
    assumptions: ["x"],
    blockers: ["y"],
    next_action: "go on",
  }),
  "task_board.json": JSON.stringify([
    { id: "T-001", goal: "g", owner: "builder", acceptance: ["npm test"], status: "in_progress" },
  ]),
  "feature_list.json": JSON.stringify({ project: "p", active: "", features: [] }),
  "feedback_record.jsonl": log("one", "bad two", "three"),
  "feedback_record.jsonl.1": log("bad four", "five"),
  "feedback_record.jsonl.2": log("six"),
  "feedback_record.jsonl.10": log("seven"),
  "outputs/verification/T-001.json": JSON.stringify({
    task_id: "T-001",
    passed: false,
    findings: [{ code: "a", severity: "block", detail: "A" }],
  }),
  "outputs/verification/T-002.json": JSON.stringify({ task_id: "T-002", passed: true, findings: [] }),
  "verification_report_T-001.json": JSON.stringify({
    task_id: "T-001",
    passed: true,
    strict: false,
    head_commit: "",
    findings: [],
    coverage: null,
  }),
  "outputs/review/T-001.json": JSON.stringify({ task_id: "T-001", total: 4, verdict: "hard_fail", dimensions: [] }),
  "review_report_T-001.json": JSON.stringify({ task_id: "T-001", total: 6, verdict: "soft_fail", dimensions: [] }),
  "outputs/diff_summary.json": JSON.stringify({ touched: ["z.ts"] }),
};

const order = fc.shuffledSubarray(Object.keys(artifacts), { minLength: Object.keys(artifacts).length });

function inOrder(paths: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(paths.map((path) => [path, artifacts[path] ?? ""]));
}

test("the order in which artifacts were written plays no part in the bytes", async () => {
  const bytes = async (paths: readonly string[]): Promise<string> => {
    const workbench = await readFiles(inOrder(paths));
    const handoff = generateHandoff(
      makeSnapshot({ workbench, feedback: workbench.feedback, notes: [makeNote("risk", "r", { id: "n-r" })] }),
    );
    return handoff === null ? "" : serializePacket(handoff.payload) + handoff.markdown;
  };
  const expected = await bytes(Object.keys(artifacts));
  expect(expected).toContain('"bad four"');
  await fc.assert(
    fc.asyncProperty(order, async (paths) => {
      expect(await bytes(paths)).toBe(expected);
    }),
    { numRuns: 15 },
  );
});

test("the same repository made in another order, elsewhere, in another time zone: the same packet to the last byte", async () => {
  const packets: string[] = [];
  const names = Object.keys(artifacts);
  const zones = ["UTC", "Asia/Tokyo", "America/St_Johns"];
  for (const [at, paths] of [names, names.toReversed(), [...names.slice(5), ...names.slice(0, 5)]].entries()) {
    const parent = mkdtempSync(join(tmpdir(), `passdown-order-${"x".repeat(at)}`));
    const root = join(parent, "repo");
    mkdirSync(root);
    runIn(root, ["init", "-q", "-b", "main", "--template="]);
    openRepository(root).write("base.txt", "base\n").commit("base");
    runIn(root, ["checkout", "-q", "-b", "work"]);
    for (const path of paths) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), artifacts[path] ?? "");
    }
    openRepository(root).commit("work");
    const now = (): Date => new Date("2026-11-30T09:00:00.000Z");
    const context = contextIn(root, { now, env: { ...testEnv, TZ: zones[at], LANG: at === 0 ? "C" : "zh_CN.UTF-8" } });
    await note(context, { kind: "next", text: "go on" });
    const packed = await pack(context, { force: "red" });
    if (packed.result === "refused") throw new Error("refused");
    packets.push(serializePacket(packed.packet));
    rmSync(parent, { recursive: true });
  }
  expect(new Set(packets).size).toBe(1);
});
