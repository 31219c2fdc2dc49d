import * as v from "valibot";

const text = v.string();
const hash = v.pipe(text, v.regex(/^[0-9a-f]{64}$/));

/** `recovery.json`: a new judgement about an interrupted run. The run itself stays as it was, byte for byte. */
export const recoverySchema: v.GenericSchema = v.looseObject({
  schema_version: v.literal(1),
  decision: v.literal("reuse_existing_artifact"),
  reason: text,
  semantic_review: v.picklist(["pending", "passed", "failed"]),
  export_replayed: v.literal(false),
  action: v.literal("verification_only"),
  record: text,
  run: text,
  original_status: v.literal("interrupted"),
  status: v.literal("needs_review"),
  /** Every file of the original record, relative to it, with its fingerprint at the moment of judgement. */
  fingerprints: v.record(text, hash),
  confirmed: v.array(v.object({ fact: text, evidence: text })),
  not_done: v.array(text),
  open_questions: v.array(text),
  next_step: text,
  stop_condition: text,
  budget_left: v.nullable(
    v.object({
      attempts: v.nullable(v.number()),
      calls: v.nullable(v.number()),
      cost_usd: v.nullable(v.number()),
      minutes: v.nullable(v.number()),
    }),
  ),
});
