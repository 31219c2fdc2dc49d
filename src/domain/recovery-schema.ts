import * as v from "valibot";

/**
 * What `recovery.json` must look like: the source of `schemas/recovery.schema.json` and of every reader. It is strict:
 * a key or a word that is not known says something that nobody would check.
 */

const text = v.string();
const name = v.pipe(text, v.minLength(1));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const amount = v.pipe(v.number(), v.minValue(0));
const hash = v.pipe(text, v.regex(/^[0-9a-f]{64}$/));
const time = v.pipe(text, v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/));
const texts = v.array(text);

const file = v.strictObject({ path: name, sha256: hash, size: count });
const amounts = <T extends v.GenericSchema>(
  one: T,
): v.StrictObjectSchema<{ attempts: T; calls: T; cost: T; time_ms: T }, undefined> =>
  v.strictObject({ attempts: one, calls: one, cost: one, time_ms: one });

const step = v.strictObject({
  key: name,
  attempt: count,
  verdict: v.picklist([
    "done",
    "reuse",
    "absent",
    "temp_only",
    "half",
    "altered",
    "unknown",
    "probed_done",
    "probed_not_done",
    "not_done",
    "not_started",
  ]),
  detail: text,
  place: v.picklist(["artifact", "outside"]),
  artifact: v.nullable(name),
  subjects: v.array(file),
  progress: v.record(text, v.union([text, v.number(), v.boolean(), v.null()])),
  probe: v.strictObject({
    command: v.nullable(texts),
    by: v.nullable(v.picklist(["probe", "person"])),
    answer: v.nullable(v.picklist(["done", "not_done", "unknown"])),
    at: v.nullable(text),
    detail: v.nullable(text),
  }),
  may_retry: v.boolean(),
});

export const recoverySchema: v.GenericSchema = v.strictObject({
  schema_version: v.literal(1),
  record: name,
  recorded_at: time,
  status: v.literal("needs_review"),
  original_status: v.picklist(["running", "interrupted", "finished", "failed"]),
  semantic_review: v.literal("pending"),
  action: v.literal("verification_only"),
  export_replayed: v.literal(false),
  decision: v.picklist(["reuse_existing_artifact", "continue"]),
  reason: v.picklist([
    "artifact_verified",
    "nothing_in_doubt",
    "evidence_incomplete_or_invalid",
    "effect_unknown",
    "budget_exhausted",
    "executor_unknown",
    "context_changed",
    "unsupported_state",
    "journal_damaged",
    "executor_alive",
    "zombie_writer",
    "changed_during_inspection",
    "symlink_not_supported",
  ]),
  run: name,
  run_path: name,
  simulated: v.boolean(),
  original_files: v.array(file),
  steps: v.array(step),
  confirmed: v.array(v.strictObject({ text: name, evidence: texts })),
  not_done: texts,
  open: texts,
  next_step: text,
  stop_condition: text,
  scope: v.strictObject({ goal: text, may: texts, must_not: texts, base: text }),
  budget: v.strictObject({
    limits: amounts(v.nullable(amount)),
    spent: amounts(v.nullable(amount)),
    at_least: amounts(amount),
    left: amounts(v.nullable(v.number())),
  }),
  inputs: v.array(v.strictObject({ name, kind: v.picklist(["file", "folder", "tool", "value"]), shown: text })),
  unchecked_inputs: texts,
  handoff_sha256: hash,
});
