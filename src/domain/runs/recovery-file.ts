import { sha256 } from "../digest.ts";
import { documentText, readDocument } from "../read-document.ts";
import { recoverySchema } from "../recovery-schema.ts";
import { inOrder } from "./in-order.ts";
import type { RecoveryDraft, RecoveryRecord } from "./recovery-record.ts";

/** The bytes of `recovery.json`: two-space JSON in the order of the interface, one newline at the end. */
export function serializeRecovery(record: RecoveryRecord): string {
  return documentText({ ...inOrder(record), handoff_sha256: record.handoff_sha256 });
}

/**
 * sha256 of `recovery.json` without `handoff_sha256`. HANDOFF.md names it, and `recovery.json` names the sha256 of
 * HANDOFF.md: a byte changed in either shows.
 */
export function draftDigest(draft: RecoveryDraft): string {
  return sha256(documentText(inOrder(draft)));
}

/** Reads `recovery.json`. Throws an AppError of kind input that names the first place which is wrong. */
export function parseRecovery(text: string): RecoveryRecord {
  return readDocument(text, {
    file: "recovery.json",
    kind: "a recovery record",
    code: "recovery",
    schema: recoverySchema,
    hint: "keep it as it is, inspect the run and record the result under a new name",
  }) as RecoveryRecord;
}
