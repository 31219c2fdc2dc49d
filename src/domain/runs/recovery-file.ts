import * as v from "valibot";
import { sha256 } from "../digest.ts";
import { AppError } from "../errors.ts";
import { recoverySchema } from "../recovery-schema.ts";
import { escapeJsonControls } from "../text/escape-json-controls.ts";
import { inOrder } from "./in-order.ts";
import type { RecoveryDraft, RecoveryRecord } from "./recovery-record.ts";

/** The bytes of `recovery.json`: two-space JSON in the order of the interface, one newline at the end. */
export function serializeRecovery(record: RecoveryRecord): string {
  return textOf({ ...inOrder(record), handoff_sha256: record.handoff_sha256 });
}

/**
 * sha256 of `recovery.json` without `handoff_sha256`. HANDOFF.md names it, and `recovery.json` names the sha256 of
 * HANDOFF.md: a byte changed in either shows.
 */
export function draftDigest(draft: RecoveryDraft): string {
  return sha256(textOf(inOrder(draft)));
}

/** Reads `recovery.json`. Throws an AppError of kind input that names the first place which is wrong. */
export function parseRecovery(text: string): RecoveryRecord {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new AppError({
      kind: "input",
      code: "recovery_not_json",
      message: `recovery.json is not JSON: ${error instanceof Error ? error.message : String(error)}`,
      hint: "keep it as it is, inspect the run and record the result under a new name",
      cause: error,
    });
  }
  const parsed = v.safeParse(recoverySchema, value, { abortEarly: true });
  // Not the parser's own output: it leaves out keys such as "constructor", which data of others may have.
  if (parsed.success) return value as RecoveryRecord;
  const issue = parsed.issues[0];
  throw new AppError({
    kind: "input",
    code: "recovery_malformed",
    message: `recovery.json is not a recovery record of schema_version 1: ${v.getDotPath(issue) ?? "the document"}: ${issue.message}`,
    hint: "keep it as it is, inspect the run and record the result under a new name",
  });
}

/** Control and bidi characters are escaped, so that no reader is fooled by what the file shows. */
function textOf(value: object): string {
  return `${escapeJsonControls(JSON.stringify(value, null, 2))}\n`;
}
