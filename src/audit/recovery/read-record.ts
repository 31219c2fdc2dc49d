import { lstatSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import * as v from "valibot";
import { sha256 } from "../../domain/digest.ts";
import { recoverySchema } from "../../domain/recovery-schema.ts";
import type { RecoveryRecord } from "../../domain/runs/recovery-record.ts";
import { escapeJsonControls } from "../../domain/text/escape-json-controls.ts";
import type { AuditFinding } from "../finding.ts";
import { decodeStrict, isRaw, parseStrict, type Raw } from "./raw.ts";

export interface ReadRecord {
  /** null: so little of it can be believed that nothing more is compared. */
  readonly record: RecoveryRecord | null;
  /** sha256 of recovery.json without its last entry. */
  readonly digest: string;
  readonly findings: readonly AuditFinding[];
}

/** What a recovery record says whatever happened. Any other word claims more than a recovery may. */
const fixed: Readonly<Record<string, unknown>> = {
  status: "needs_review",
  semantic_review: "pending",
  action: "verification_only",
  export_replayed: false,
};

/** Reads `recovery.json` to the byte. */
export function readRecord(folder: string): ReadRecord {
  const file = readOwnFile(folder, "recovery.json");
  return file instanceof Uint8Array ? judgeRecord(file, basename(resolve(folder))) : unreadable(file);
}

/** `name`: that of the folder. */
export function judgeRecord(file: Uint8Array, name: string): ReadRecord {
  const value = parseStrict(file);
  if (!isRaw(value)) return unreadable({ code: "record_malformed", detail: "it is no JSON object" });
  const findings: AuditFinding[] = Object.entries(fixed).flatMap(([key, word]) =>
    value[key] === word
      ? []
      : [
          {
            code: "conclusion_not_allowed",
            detail: `it says ${JSON.stringify(value[key])}, not ${JSON.stringify(word)}`,
            path: key,
          },
        ],
  );
  const parsed = v.safeParse(recoverySchema, { ...value, ...fixed }, { abortEarly: true });
  if (!parsed.success) {
    const [issue] = parsed.issues;
    findings.push({ code: "record_malformed", detail: issue.message, path: v.getDotPath(issue) ?? "" });
    return { record: null, digest: "", findings };
  }
  const record = value as unknown as RecoveryRecord;
  if (textOf(value) !== decodeStrict(file)) {
    const detail = "it is not byte for byte what its own content is written as";
    findings.push({ code: "bytes_differ", detail, path: "recovery.json" });
  }
  if (record.record !== name) {
    findings.push({ code: "record_renamed", detail: `${record.record} lies in another folder`, path: "record" });
  }
  const draft = Object.fromEntries(Object.entries(value).filter(([key]) => key !== "handoff_sha256"));
  return { record, digest: sha256(textOf(draft)), findings };
}

/** Bytes of a regular file of the record itself, or what is wrong with it. */
export function readOwnFile(folder: string, name: string): Uint8Array | AuditFinding {
  const path = join(folder, name);
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return { code: "record_incomplete", detail: "it is missing", path: name };
  if (!stat.isFile()) return { code: "symlink", detail: "it is not a regular file", path: name };
  return readFileSync(path);
}

function unreadable(finding: AuditFinding): ReadRecord {
  return { record: null, digest: "", findings: [{ path: "recovery.json", ...finding }] };
}

function textOf(value: Raw): string {
  return `${escapeJsonControls(JSON.stringify(value, null, 2))}\n`;
}
