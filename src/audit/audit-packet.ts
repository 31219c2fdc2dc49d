import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Context } from "../context.ts";
import { AppError } from "../domain/errors.ts";
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
 * `target` is a packet id, or the path of its folder or handoff.json.
 */
export async function audit(context: Context, target: string): Promise<AuditResult> {
  const { home } = findHome(context.cwd, context.env);
  const path = locate(context.cwd, home, target);
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

function locate(cwd: string, home: string, target: string): string {
  const path = resolve(cwd, target);
  if (existsSync(path)) {
    const file = statSync(path).isDirectory() ? join(path, "handoff.json") : path;
    if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) return file;
    throw new AppError({
      kind: "input",
      code: "packet_unknown",
      message: `there is no packet at ${path}`,
      hint: "name a packet's folder, its handoff.json, or an id of `passdown log`",
    });
  }
  const folder = join(home, "packets");
  const wanted = target.startsWith("p-") ? target : `p-${target}`;
  const names =
    existsSync(folder) && target.length >= 4 ? readdirSync(folder).filter((name) => name.startsWith(wanted)) : [];
  const [only] = names;
  if (only !== undefined && names.length === 1) return join(folder, only, "handoff.json");
  throw new AppError({
    kind: "input",
    code: names.length > 1 ? "packet_ambiguous" : "packet_unknown",
    message:
      names.length > 1
        ? `${target} begins several packets: ${names.slice(0, 5).join(", ")}`
        : `no packet ${target} here, and no such path`,
    hint: "see `passdown log` for the packets of this repository",
  });
}
