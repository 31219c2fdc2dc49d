import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { AppError } from "../../src/domain/errors.ts";
import { draftDigest, parseRecovery, serializeRecovery } from "../../src/domain/runs/recovery-file.ts";
import type { RecoveryRecord } from "../../src/domain/runs/recovery-record.ts";
import { sampleDraft } from "./recovery-sample.ts";

const record: RecoveryRecord = { ...sampleDraft, handoff_sha256: "0".repeat(64) };

/** Every object with its keys the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}

function failure(text: string): string {
  try {
    parseRecovery(text);
    return "no failure";
  } catch (error) {
    return error instanceof AppError ? `${error.kind} ${error.code}: ${error.message}` : String(error);
  }
}

describe("recovery.json", () => {
  test("is two-space JSON with the seal last and one newline at the end", () => {
    const text = serializeRecovery(record);
    expect(text.split("\n").slice(0, 4)).toEqual([
      "{",
      '  "schema_version": 1,',
      '  "record": "review-01",',
      '  "recorded_at": "2026-10-05T08:00:00.000Z",',
    ]);
    expect(text.endsWith(`"handoff_sha256": "${record.handoff_sha256}"\n}\n`)).toBe(true);
  });

  test("comes back as what it was, keys of others included", () => {
    expect(parseRecovery(serializeRecovery(record))).toEqual(record);
    expect(serializeRecovery(parseRecovery(serializeRecovery(record)))).toBe(serializeRecovery(record));
  });

  test("has the same bytes and digest whatever order its keys came in", () => {
    const other = { ...(reversed(record) as RecoveryRecord), steps: record.steps };
    expect(Object.keys(other)[0]).not.toBe("schema_version");
    expect(serializeRecovery(other)).toBe(serializeRecovery(record));
    expect(draftDigest(other)).toBe(draftDigest(record));
  });

  test("the digest covers everything but the seal", () => {
    expect(draftDigest({ ...sampleDraft, next_step: "push" })).not.toBe(draftDigest(sampleDraft));
    const sealed: RecoveryRecord = { ...record, handoff_sha256: "1".repeat(64) };
    expect(draftDigest(sealed)).toBe(draftDigest(sampleDraft));
  });

  test("shows no control or bidi character as it is", () => {
    const text = serializeRecovery({ ...record, next_step: "a\u202eb\u009b2J\ud800" });
    expect(text).toContain("a\\u202eb\\u009b2J\\ud800");
  });
});

describe("what is no recovery record", () => {
  test.each<[string, (value: Record<string, unknown>) => void, string]>([
    ["another version", (value) => (value["schema_version"] = 2), "schema_version"],
    ["finished", (value) => (value["status"] = "done"), "status"],
    ["reviewed", (value) => (value["semantic_review"] = "passed"), "semantic_review"],
    ["replayed", (value) => (value["export_replayed"] = true), "export_replayed"],
    ["another action", (value) => (value["action"] = "export"), "action"],
    ["a decision that leads to a person", (value) => (value["decision"] = "needs_human"), "decision"],
    ["an unknown status of the run", (value) => (value["original_status"] = "paused"), "original_status"],
    ["a key of its own", (value) => (value["approved"] = true), "approved"],
    ["no scope", (value) => delete value["scope"], "scope"],
    ["a time in words", (value) => (value["recorded_at"] = "yesterday"), "recorded_at"],
  ])("%s", (_, change, place) => {
    const value = JSON.parse(serializeRecovery(record)) as Record<string, unknown>;
    change(value);
    expect(failure(JSON.stringify(value))).toMatch(
      new RegExp(`^input recovery_malformed: recovery.json is not .*: ${place}: `),
    );
  });

  test.each(["", "{", "null", "[]", "7", serializeRecovery(record).slice(0, -3)])("%j", (text) => {
    expect(failure(text)).toMatch(/^input recovery_(?:not_json|malformed): .*\S$/);
  });

  test("a place inside a list is named", () => {
    const text = serializeRecovery(record).replace('"attempt": 1', '"attempt": -1');
    expect(failure(text)).toContain("steps.0.attempt: ");
  });
});

describe("recovery.schema.json", () => {
  const path = new URL("../../schemas/recovery.schema.json", import.meta.url);
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
    JSON.parse(readFileSync(path, "utf8")) as object,
  );

  test("takes what is written, and nothing that says more", () => {
    expect(validate(JSON.parse(serializeRecovery(record)))).toBe(true);
    for (const more of [{ status: "done" }, { approved: true }, { semantic_review: "passed" }]) {
      expect(validate({ ...record, ...more })).toBe(false);
    }
  });
});
