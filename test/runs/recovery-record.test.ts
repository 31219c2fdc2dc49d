import { describe, expect, test } from "vitest";
import type { Inspection, InspectedStep, StepVerdict } from "../../src/domain/runs/inspection.ts";
import { draftRecord } from "../../src/domain/runs/recovery-record.ts";
import { sampleDraft } from "./recovery-sample.ts";

const step = (key: string, verdict: StepVerdict, subjects: InspectedStep["subjects"] = []): InspectedStep => ({
  key,
  attempt: 1,
  verdict,
  detail: `${verdict} as found`,
  place: "artifact",
  artifact: verdict === "reuse" ? key : null,
  subjects,
  progress: {},
  probe: { command: null, by: null, answer: null, at: null, detail: null },
  may_retry: false,
});

const quiet = { times: { since: null, newestAt: null } };

const inspected = (steps: readonly InspectedStep[], more: Partial<Inspection> = {}): Inspection => ({
  decision: "continue",
  reason: "nothing_in_doubt",
  semantic_review: "pending",
  export_replayed: false,
  run: "r",
  detail: "",
  simulated: false,
  original_status: "interrupted",
  steps,
  changed: [],
  unchecked: [],
  scope: sampleDraft.scope,
  budget: sampleDraft.budget,
  executors: [],
  files: ["context.json", "journal.0001.jsonl", "journal.0002.jsonl", "state.json"].map((path) => ({
    path,
    sha256: "0".repeat(64),
    size: 1,
  })),
  notes: [],
  inputs: [],
  concerns: "steps",
  epoch: 1,
  ...quiet,
  ...more,
});

const options = { record: "n", recordedAt: "2026-10-05T08:00:00.000Z", runPath: "runs/r" };
const draft = (...args: Parameters<typeof inspected>) => draftRecord(inspected(...args), options);

test.each(["needs_human", "stop"] as const)("%s is not recorded", (decision) => {
  expect(draft([], { decision })).toBeNull();
});

describe("confirmed facts", () => {
  test("each has a file that shows it: subjects, else the journal", () => {
    const subject = { path: "artifact/a.md", sha256: "1".repeat(64), size: 3 };
    const steps = [step("a", "done", [subject]), step("b", "probed_done"), step("c", "not_started")];
    expect(draft(steps)?.confirmed).toEqual([
      { text: "the run says of itself: interrupted", evidence: ["state.json"] },
      { text: "its inputs are what they were", evidence: ["context.json"] },
      { text: "step a: done as found", evidence: ["artifact/a.md"] },
      { text: "step b: probed_done as found", evidence: ["journal.0001.jsonl", "journal.0002.jsonl"] },
    ]);
  });

  test("an input that was not compared is not called unchanged", () => {
    expect(draft([], { unchecked: ["prompt"] })?.confirmed[1]?.text).toBe(
      "its inputs are what they were, but for prompt, which were not compared",
    );
  });
});

describe("the next step", () => {
  test.each<[string, readonly InspectedStep[], string]>([
    [
      "an artifact to reuse is read by a person first",
      [step("a", "reuse"), step("b", "not_started")],
      "compares the content of a with",
    ],
    [
      "what did not happen is a person's decision",
      [step("a", "not_done"), step("b", "not_started")],
      "a person decides whether step a,",
    ],
    ["what has not begun goes on", [step("a", "done"), step("b", "not_started")], "go on with step b,"],
    ["nothing left is read by a person", [step("a", "done")], "a person reads what the steps made"],
  ])("%s", (_, steps, wanted) => {
    expect(draft(steps)?.next_step).toContain(wanted);
  });
});
