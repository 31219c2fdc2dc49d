import type { RecoveryDraft } from "../../src/domain/runs/recovery-record.ts";

const sha = (digit: string): string => digit.repeat(64);

/** A record with something in each of its parts. */
export const sampleDraft: RecoveryDraft = {
  schema_version: 1,
  record: "review-01",
  recorded_at: "2026-10-05T08:00:00.000Z",
  status: "needs_review",
  original_status: "interrupted",
  semantic_review: "pending",
  action: "verification_only",
  export_replayed: false,
  decision: "reuse_existing_artifact",
  reason: "artifact_verified",
  run: "resume-01",
  run_path: "runs/resume-01",
  simulated: true,
  original_files: [
    { path: "SIMULATION.json", sha256: sha("1"), size: 20 },
    { path: "artifact/manifest.json", sha256: sha("2"), size: 200 },
    { path: "artifact/review.md", sha256: sha("3"), size: 1000 },
    { path: "context.json", sha256: sha("4"), size: 300 },
    { path: "journal.0001.jsonl", sha256: sha("5"), size: 700 },
    { path: "state.json", sha256: sha("6"), size: 100 },
  ],
  steps: [
    {
      key: "export",
      attempt: 1,
      verdict: "reuse",
      detail: "the artifact is complete and verified, its receipt is missing",
      place: "artifact",
      artifact: "artifact",
      subjects: [{ path: "artifact/review.md", sha256: sha("3"), size: 1000 }],
      progress: { cards: 12, constructor: "kept" },
      probe: { command: null, by: null, answer: null, at: null, detail: null },
      may_retry: false,
    },
  ],
  confirmed: [
    { text: "the run says of itself: interrupted", evidence: ["state.json"] },
    { text: "step export: the artifact is complete and verified", evidence: ["artifact/review.md"] },
  ],
  not_done: ["no effect was executed again (export)", "as the run forbids: publish"],
  open: ["whether the content is right: files were compared, nobody read them"],
  next_step: "a person compares the content of artifact with its sources",
  stop_condition: "stop when one of the 6 files of the old run is not what its fingerprint here says",
  scope: {
    goal: "verify the export, no new one",
    may: ["verify"],
    must_not: ["publish", "export again"],
    base: "/home/ann/notes",
  },
  budget: {
    limits: { attempts: 3, calls: 10, cost: null, time_ms: null },
    spent: { attempts: 1, calls: null, cost: null, time_ms: null },
    at_least: { attempts: 1, calls: 4, cost: 0, time_ms: 0 },
    left: { attempts: 2, calls: null, cost: null, time_ms: null },
  },
  inputs: [{ name: "cards", kind: "file", shown: sha("7") }],
  unchecked_inputs: ["prompt"],
};
