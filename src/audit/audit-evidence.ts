import type { Packet } from "../domain/packet.ts";
import type { AuditFinding } from "./finding.ts";

/** One line of a feedback log, read without the product's own reader. */
export interface RawRecord {
  readonly command: string;
  readonly exitCode: unknown;
  readonly tree: unknown;
  readonly ended: boolean;
}

/** Shell constructs behind which a failure disappears; an audit needs no more than their look. */
const masked = /\|\s*(?:tail|head|tee|cat|grep|less)\b|\|\|\s*(?:true|:|echo)\b|;\s*(?:true|:|echo|exit 0)\b|&\s*$/;

/** Every pass rests on a record with exit code 0 on the tree that the packet names. */
export function auditEvidence(
  packet: Packet,
  records: ReadonlyMap<string, RawRecord>,
): { readonly findings: readonly AuditFinding[]; readonly unchecked: readonly string[] } {
  const findings: AuditFinding[] = [];
  const unchecked: string[] = [];
  for (const command of packet.verification.commands) {
    if (command.evidence === null) continue;
    const record = records.get(command.evidence);
    if (record === undefined) {
      unchecked.push(`the record ${command.evidence} of ${command.command} is not in the home's log`);
      continue;
    }
    if (command.state !== "passed") continue;
    if (record.exitCode !== 0 || !record.ended) {
      findings.push({
        code: "pass_contradicted",
        detail: `${command.command} is called passed, its record says exit ${JSON.stringify(record.exitCode)}`,
      });
    }
    if (record.tree !== command.at_tree) {
      findings.push({
        code: "tree_contradicted",
        detail: `${command.command} ran on tree ${JSON.stringify(record.tree)}, the packet says ${command.at_tree}`,
      });
    }
    if (command.at_tree !== packet.scene.tree) {
      findings.push({
        code: "pass_on_other_tree",
        detail: `${command.command} is called passed, but its tree is not that of the packet's scene`,
      });
    }
    if (masked.test(record.command)) {
      findings.push({
        code: "pass_masked",
        detail: `${command.command} is called passed, but its exit code cannot fail`,
      });
    }
  }
  for (const entry of packet.feedback_tail) {
    const record = records.get(entry.id);
    if (record !== undefined && record.ended && record.exitCode !== entry.exit_code) {
      findings.push({
        code: "tail_contradicted",
        detail: `${entry.command}: the tail says exit ${entry.exit_code}, the log ${JSON.stringify(record.exitCode)}`,
      });
    }
  }
  return { findings, unchecked };
}

/** Records by id from the raw lines of the logs; a line that is no record is passed over. */
export function readRawRecords(lines: readonly string[]): ReadonlyMap<string, RawRecord> {
  const records = new Map<string, RawRecord>();
  for (const line of lines) {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      continue;
    }
    if (value === null || typeof value !== "object") continue;
    const { command_id: id, command, exit_code: exitCode, tree, phase } = value as Record<string, unknown>;
    if (typeof id !== "string") continue;
    const ended = phase !== "started";
    if (!ended && records.has(id)) continue;
    records.set(id, { command: Array.isArray(command) ? command.join(" ") : String(command), exitCode, tree, ended });
  }
  return records;
}
