import * as v from "valibot";
import type { EpochClaim, JournalRecord, Manifest, RunContext, RunState } from "./run.ts";

const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const text = v.string();
const texts = v.array(text);
const orNull = <T extends v.GenericSchema>(schema: T): v.NullableSchema<T, undefined> => v.nullable(schema);
/** Below a folder, with "/", never out of it. */
const inside = v.pipe(
  text,
  v.check((path) => path !== "" && !path.split("/").some((part) => part === "" || part === "." || part === "..")),
);

const identity = v.strictObject({
  pid: whole,
  startTime: orNull(text),
  bootId: orNull(text),
  host: text,
  command: text,
});
const subject = v.strictObject({ path: inside, sha256: hash, size: whole });
const amount = orNull(v.pipe(v.number(), v.finite(), v.minValue(0)));
const spent = v.strictObject({ calls: amount, cost: amount, time_ms: amount });
const common = { seq: v.pipe(whole, v.minValue(1)), at: text };
const step = { key: text, attempt: v.pipe(whole, v.minValue(1)) };

const record = v.variant("type", [
  v.strictObject({
    ...common,
    type: v.literal("open"),
    run: text,
    epoch: v.pipe(whole, v.minValue(1)),
    executor: identity,
    caller: orNull(identity),
    context_sha256: hash,
    sealed: orNull(v.strictObject({ epoch: whole, length: whole, sha256: hash })),
  }),
  v.strictObject({
    ...common,
    ...step,
    type: v.literal("intent"),
    inputs: v.record(text, text),
    place: v.picklist(["artifact", "outside"]),
    artifact: orNull(inside),
    expected: v.record(text, hash),
    command: orNull(texts),
    probe: orNull(texts),
    safe_to_retry: v.boolean(),
  }),
  v.strictObject({
    ...common,
    ...step,
    type: v.literal("progress"),
    data: v.record(text, v.union([text, v.number(), v.boolean(), v.null()])),
  }),
  v.strictObject({
    ...common,
    ...step,
    type: v.literal("receipt"),
    subjects: v.array(subject),
    result: v.unknown(),
    recovered: v.boolean(),
    spent,
  }),
  v.strictObject({
    ...common,
    ...step,
    type: v.literal("failed"),
    effect: v.picklist(["not_done", "unknown"]),
    reason: text,
    spent,
  }),
  v.strictObject({
    ...common,
    ...step,
    type: v.literal("probe"),
    by: v.picklist(["probe", "person"]),
    answer: v.picklist(["done", "not_done", "unknown"]),
    detail: text,
  }),
  v.strictObject({
    ...common,
    type: v.literal("end"),
    status: v.picklist(["interrupted", "finished", "failed"]),
    reason: orNull(text),
  }),
]);

const limit = amount;
const context = v.strictObject({
  schema_version: v.literal(1),
  run: text,
  created_at: text,
  inputs: v.array(
    v.variant("kind", [
      v.strictObject({ name: text, kind: v.picklist(["file", "folder"]), path: text, sha256: hash }),
      v.strictObject({ name: text, kind: v.literal("tool"), command: texts, sha256: hash, shown: text }),
      v.strictObject({ name: text, kind: v.literal("value"), sha256: hash, shown: text }),
    ]),
  ),
  volatile: texts,
  scope: v.strictObject({ goal: text, may: texts, must_not: texts, base: text }),
  steps: texts,
  budget: v.strictObject({ attempts: limit, calls: limit, cost: limit, time_ms: limit }),
  attempt_of: orNull(text),
});

const state = v.strictObject({
  schema_version: v.literal(1),
  run: text,
  status: v.picklist(["running", "interrupted", "finished", "failed"]),
  steps: v.array(v.strictObject({ key: text, state: v.picklist(["pending", "running", "done", "failed"]) })),
  updated_at: text,
  reason: orNull(text),
});

const manifest = v.strictObject({
  schema_version: v.literal(1),
  run: text,
  ...step,
  files: v.array(subject),
});

const claim = v.strictObject({
  schema_version: v.literal(1),
  run: text,
  epoch: v.pipe(whole, v.minValue(1)),
  executor: identity,
  caller: orNull(identity),
  at: text,
  takeover: orNull(text),
});

/** A value of that shape, or what is wrong with it. */
export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

export const readRecord = (value: unknown): Read<JournalRecord> => read(record, value);
export const readContext = (text_: string): Read<RunContext> => readJson(context, text_);
export const readState = (text_: string): Read<RunState> => readJson(state, text_);
export const readClaim = (text_: string): Read<EpochClaim> => readJson(claim, text_);
export const readManifest = (text_: string): Read<Manifest> => readJson(manifest, text_);

function readJson<T>(schema: v.GenericSchema<unknown, T>, source: string): Read<T> {
  try {
    return read(schema, JSON.parse(source));
  } catch {
    return { ok: false, problem: "it is no JSON" };
  }
}

function read<T>(schema: v.GenericSchema<unknown, T>, value: unknown): Read<T> {
  const result = v.safeParse(schema, value);
  if (result.success) return { ok: true, value: result.output };
  const [issue] = result.issues;
  return { ok: false, problem: `${v.getDotPath(issue) ?? "it"}: ${issue.message}` };
}
