import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { auditRecovery } from "../../src/audit/recovery/audit-recovery.ts";
import type { AuditResult } from "../../src/audit/finding.ts";
import type { InspectedStep } from "../../src/domain/runs/inspection.ts";
import { serializeRecovery } from "../../src/domain/runs/recovery-file.ts";
import type { RecoveryDraft, RecoveryRecord } from "../../src/domain/runs/recovery-record.ts";
import { renderRecovery } from "../../src/render/recovery-md.ts";
import { temporaryFolder } from "../git/repository.ts";

/** Runs and records written byte by byte: nothing here is the product's but the form of the two files of a record. */

type Mutable<T> = { -readonly [K in keyof T]: Mutable<T[K]> };
export type Forged = Mutable<RecoveryDraft>;
type Entry = Readonly<Record<string, unknown>>;

export const sha = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");

const at = "2026-10-04T20:00:00.000Z";

export function frame(value: object): string {
  const json = JSON.stringify(value);
  return `v1 ${Buffer.byteLength(json)} ${sha(json).slice(0, 16)} ${json}\n`;
}

/** Records of one segment, numbered. */
export function segment(...records: readonly Entry[]): string {
  return records.map((record, index) => frame({ seq: index + 1, at, ...record })).join("");
}

export interface RunStand {
  readonly root: string;
  readonly run: string;
  readonly record: string;
  readonly draft: Forged;
  readonly write: (path: string, content: string | Uint8Array) => void;
  /** Writes the record anew after a change, as a forger who knows how it is sealed would. */
  readonly forge: (change: (draft: Forged) => void) => void;
  /** Fingerprints of the run as it is now go into the draft. */
  readonly refresh: () => void;
  readonly audit: () => AuditResult;
}

export const codes = ({ findings }: AuditResult): readonly string[] =>
  [...new Set(findings.map(({ code }) => code))].toSorted();

const scope = { goal: "verify the export, no new one", may: ["verify"], must_not: ["publish"], base: "/srv/notes" };
const limits = { attempts: 5, calls: 10, cost: null, time_ms: null };
const executor = { pid: 1, startTime: "1", bootId: "b", host: "h", command: "node" };
const spent = (calls: number | null): object => ({ calls, cost: null, time_ms: 5 });
const noProbe = { command: null, by: null, answer: null, at: null, detail: null } as const;
const open = (epoch: number, context: string, sealed: object | null): Entry => ({
  type: "open",
  run: "resume-01",
  epoch,
  executor,
  caller: null,
  context_sha256: sha(context),
  sealed,
});
export const intent = (key: string, more: Entry = {}): Entry => ({
  type: "intent",
  key,
  attempt: 1,
  inputs: {},
  place: "artifact",
  artifact: "artifact",
  expected: {},
  command: null,
  probe: null,
  safe_to_retry: false,
  ...more,
});

function stand(root: string, files: Readonly<Record<string, string>>, told: Partial<RecoveryDraft>): RunStand {
  const run = join(root, "runs", "resume-01");
  const record = join(root, "recovery-records", "review-01");
  mkdirSync(record, { recursive: true });
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(run, path)), { recursive: true });
    writeFileSync(join(run, path), content);
  };
  for (const [path, content] of Object.entries(files)) write(path, content);
  const fingerprints = (): RecoveryDraft["original_files"] =>
    readdirSync(run, { recursive: true, encoding: "utf8" })
      .filter((path) => statSync(join(run, path)).isFile())
      .toSorted()
      .map((path) => {
        const bytes = readFileSync(join(run, path));
        return { path, sha256: sha(bytes), size: bytes.length };
      });
  const draft = structuredClone({
    schema_version: 1,
    record: "review-01",
    recorded_at: "2026-10-05T08:00:00.000Z",
    status: "needs_review",
    original_status: "interrupted",
    semantic_review: "pending",
    action: "verification_only",
    export_replayed: false,
    decision: "continue",
    reason: "nothing_in_doubt",
    run: "resume-01",
    run_path: "runs/resume-01",
    simulated: false,
    original_files: fingerprints(),
    steps: [],
    confirmed: [{ text: "the run says of itself: interrupted", evidence: ["state.json"] }],
    not_done: ["no effect was executed again"],
    open: ["whether the content is right"],
    next_step: "a person compares the content with its sources",
    stop_condition: "stop when a file of the run differs",
    scope,
    budget: { limits, spent: limits, at_least: limits, left: limits },
    inputs: [],
    unchecked_inputs: [],
    ...told,
  }) as unknown as Forged;
  const seal = (): void => {
    const markdown = renderRecovery(draft as RecoveryDraft, "en");
    writeFileSync(join(record, "HANDOFF.md"), markdown);
    const whole = { ...draft, handoff_sha256: sha(markdown) } as RecoveryRecord;
    writeFileSync(join(record, "recovery.json"), serializeRecovery(whole));
  };
  seal();
  return {
    root,
    run,
    record,
    draft,
    write,
    forge: (change) => {
      change(draft);
      seal();
    },
    refresh: () => {
      draft.original_files = fingerprints() as Forged["original_files"];
      seal();
    },
    audit: () => auditRecovery({ folder: record }),
  };
}

export const step = (key: string, more: Partial<InspectedStep>): InspectedStep => ({
  key,
  attempt: 1,
  verdict: "done",
  detail: "as found",
  place: "artifact",
  artifact: "artifact",
  subjects: [],
  progress: {},
  probe: noProbe,
  may_retry: false,
  ...more,
});

/** The seed's interruption: the export is complete, its receipt is missing. */
export function exportedRun(root: string = temporaryFolder()): RunStand {
  const review = "# Review\n\nQ: why?\nA: because.\n";
  const made = { path: "review.md", sha256: sha(review), size: Buffer.byteLength(review) };
  const subject = { ...made, path: "artifact/review.md" };
  const context = JSON.stringify({
    schema_version: 1,
    run: "resume-01",
    created_at: at,
    inputs: [{ name: "prompt", kind: "value", sha256: sha("p"), shown: "p" }],
    volatile: [],
    scope,
    budget: limits,
    attempt_of: null,
  });
  const state = {
    schema_version: 1,
    run: "resume-01",
    status: "interrupted",
    steps: [{ key: "export", state: "running" }],
  };
  const manifest = { schema_version: 1, run: "resume-01", key: "export", attempt: 1, files: [made] };
  const files = {
    "context.json": context,
    "state.json": JSON.stringify({ ...state, updated_at: at, reason: "KeyboardInterrupt" }),
    "SIMULATION.json": '{"simulated":true}',
    "epoch/1": "{}",
    "artifact/review.md": review,
    "artifact/manifest.json": JSON.stringify(manifest),
    "journal.0001.jsonl": segment(
      open(1, context, null),
      intent("export", { expected: { "review.md": sha(review) } }),
      { type: "progress", key: "export", attempt: 1, data: { cards: 1 } },
    ),
  };
  return stand(root, files, {
    decision: "reuse_existing_artifact",
    reason: "artifact_verified",
    simulated: true,
    steps: [step("export", { verdict: "reuse", subjects: [subject], progress: { cards: 1 } })],
    confirmed: [
      { text: "the run says of itself: interrupted", evidence: ["state.json"] },
      { text: "step export: the artifact is complete", evidence: ["artifact/review.md"] },
    ],
    budget: {
      limits,
      spent: { attempts: 1, calls: null, cost: null, time_ms: null },
      at_least: { attempts: 1, calls: 0, cost: 0, time_ms: 0 },
      left: { attempts: 4, calls: null, cost: null, time_ms: null },
    },
    inputs: [{ name: "prompt", kind: "value", shown: "p" }],
    unchecked_inputs: ["prompt"],
  });
}

/** Two epochs: one step with its receipt, one that the real system answered for, one that did not happen, one to come. */
export function continuedRun(root: string = temporaryFolder()): RunStand {
  const table = "a,b\n";
  const subject = { path: "artifact/table/t.csv", sha256: sha(table), size: 4 };
  const context = JSON.stringify({ schema_version: 1, run: "resume-01", inputs: [], scope, budget: limits });
  const probe = ["curl", "-s", "http://localhost/sent"];
  const first = segment(
    open(1, context, null),
    intent("table", { artifact: "artifact/table" }),
    { type: "receipt", key: "table", attempt: 1, subjects: [subject], result: 1, spent: spent(2) },
    intent("mail", { place: "outside", artifact: null, probe }),
  );
  const torn = "v1 90 0123";
  const second = segment(
    open(2, context, { epoch: 1, length: first.length + torn.length, sha256: sha(first + torn) }),
    { type: "probe", key: "mail", attempt: 1, by: "probe", answer: "done", detail: "message 7" },
    intent("publish", { place: "outside", artifact: null }),
    { type: "failed", key: "publish", attempt: 1, effect: "not_done", reason: "no route", spent: spent(1) },
    { type: "end", status: "interrupted", reason: "no route" },
  );
  const steps = ["table", "mail", "publish", "tidy"].map((key) => ({ key, state: "pending" }));
  const files = {
    "context.json": context,
    "state.json": JSON.stringify({ schema_version: 1, run: "resume-01", status: "interrupted", steps }),
    "journal.0001.jsonl": first + torn,
    "journal.0002.jsonl": second,
    "artifact/table/t.csv": table,
    "artifact/table/manifest.json": JSON.stringify({
      schema_version: 1,
      run: "resume-01",
      key: "table",
      attempt: 1,
      files: [subject],
    }),
  };
  const outside = { place: "outside", artifact: null } as const;
  return stand(root, files, {
    steps: [
      step("table", { artifact: "artifact/table", subjects: [subject] }),
      step("mail", {
        ...outside,
        verdict: "probed_done",
        probe: { command: probe, by: "probe", answer: "done", at, detail: "message 7" },
      }),
      step("publish", { ...outside, verdict: "not_done", may_retry: true }),
      step("tidy", { verdict: "not_started", attempt: 0, artifact: null }),
    ],
    budget: {
      limits,
      spent: { attempts: 3, calls: null, cost: null, time_ms: null },
      at_least: { attempts: 3, calls: 3, cost: 0, time_ms: 10 },
      left: { attempts: 2, calls: null, cost: null, time_ms: null },
    },
  });
}
