import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Context } from "../context.ts";
import { parsePacket } from "../domain/packet-file.ts";
import { findHome } from "../adapters/home/find-home.ts";
import { askGit } from "./ask-git.ts";
import { auditEvidence } from "./audit-evidence.ts";
import { auditForm } from "./audit-form.ts";
import { auditLife } from "./audit-life.ts";
import { auditLog, knownUntil } from "./audit-log.ts";
import { auditRepository } from "./audit-repository.ts";
import { auditText } from "./audit-text.ts";
import { auditVerdict } from "./audit-verdict.ts";
import type { AuditFinding, AuditResult } from "./finding.ts";
import { readRawRecords, type RawRecord } from "./raw-record.ts";
import { readLogLines, readPublication, readText } from "./read-home.ts";
import type { Packet } from "../domain/packet.ts";

/**
 * Checks a packet independently of what made it: nothing is shared with generation but parsing and hashing.
 * `path` is that of its handoff.json.
 */
export function auditPacket(context: Context, path: string): AuditResult {
  const { home } = findHome(context.cwd, context.env);
  const json = readText(path);
  const packet = parsePacket(json);
  const beside = join(dirname(path), "handoff.md");
  const markdown = existsSync(beside) ? readText(beside) : null;
  const published = readPublication(home, packet.packet_id);
  const records = readRawRecords(readLogLines(home));
  const repository = auditRepository(packet, askGit(context.cwd, context.env));
  const ours = published !== null || isNamed(packet, records);
  const log = { records, ours, until: knownUntil(packet, published?.at ?? null, ours) };
  const evidence = auditEvidence(packet, log);
  const findings = [
    ...auditForm(packet, json),
    ...auditPlace(packet, path, home),
    ...auditVerdict(packet),
    ...auditLife(packet, published),
    ...auditText(packet, markdown, published),
    ...repository.findings,
    ...evidence.findings,
    ...auditLog(packet, log),
  ];
  return {
    result: findings.length === 0 ? "pass" : "fail",
    findings,
    unchecked: [
      ...(published === null ? [`no chain of this home knows ${packet.packet_id}`] : []),
      ...repository.unchecked,
      ...evidence.unchecked,
    ],
  };
}

/** In the home a packet lies in the folder of its id. */
function auditPlace(packet: Packet, path: string, home: string): readonly AuditFinding[] {
  const folder = dirname(path);
  if (dirname(folder) !== join(home, "packets") || basename(folder) === packet.packet_id) return [];
  return [{ code: "id_wrong", detail: `${packet.packet_id} lies in the folder of ${basename(folder)}` }];
}

/** A packet that names records of this log was made with it. */
function isNamed(packet: Packet, records: ReadonlyMap<string, RawRecord>): boolean {
  return packet.feedback_tail.some((entry) => records.has(entry.id));
}
