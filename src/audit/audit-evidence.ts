import type { Packet, PacketCommandState } from "../domain/packet.ts";
import type { AuditFinding } from "./finding.ts";
import { auditChecks } from "./audit-checks.ts";
import { auditOrder } from "./audit-order.ts";
import { masksFailure } from "./masks-failure.ts";
import { withoutQuotes, type RawRecord } from "./raw-record.ts";

export interface EvidenceAudit {
  readonly findings: readonly AuditFinding[];
  readonly unchecked: readonly string[];
}

/** The feedback log as far as a packet is to be measured by it. */
export interface KnownLog {
  readonly records: ReadonlyMap<string, RawRecord>;
  /** The packet was made with this log: what is not in it does not exist. */
  readonly ours: boolean;
  /** What ended later the packet cannot know; null when nothing tells. */
  readonly until: number | null;
}

export function auditEvidence(packet: Packet, log: KnownLog): EvidenceAudit {
  const findings: AuditFinding[] = [];
  const unchecked: string[] = [];
  for (const command of packet.verification.commands) {
    if (command.evidence === null) continue;
    const record = log.records.get(command.evidence);
    if (record !== undefined) {
      if (command.state === "passed") findings.push(...auditPass(packet, command, { record, log }));
    } else if (log.ours && command.state === "passed") {
      const detail = `${command.command} is called passed, its record ${command.evidence} is not in the log`;
      findings.push({ code: "evidence_missing", detail });
    } else {
      unchecked.push(`the record ${command.evidence} of ${command.command} is not in the home's log`);
    }
  }
  const checks = auditChecks(packet, log);
  findings.push(
    ...auditOrder(packet, log.records),
    ...auditTail(packet, log.records),
    ...checks.findings,
    ...auditLastKnownGood(packet, log),
  );
  return { findings, unchecked: [...unchecked, ...checks.unchecked] };
}

/** A pass rests on the newest record of this command on the packet's tree: exit code 0, and it could have failed. */
function auditPass(
  packet: Packet,
  { command, at_tree: tree }: PacketCommandState,
  { record, log }: { readonly record: RawRecord; readonly log: KnownLog },
): readonly AuditFinding[] {
  const findings: AuditFinding[] = [];
  const find = (code: string, detail: string): void => void findings.push({ code, detail: `${command} ${detail}` });
  if (record.exitCode !== 0 || !record.ended || record.failedTests > 0) {
    const tests = record.failedTests > 0 ? ` and ${record.failedTests} failed tests` : "";
    find("pass_contradicted", `is called passed, its record says exit ${JSON.stringify(record.exitCode)}${tests}`);
  } else {
    const newest = newestRun(log, record.command, record.tree);
    if (newest !== undefined && newest.exitCode !== 0 && (newest.begunAt ?? 0) > (record.begunAt ?? 0)) {
      find(
        "pass_contradicted",
        `is called passed, a later run there ended with exit ${JSON.stringify(newest.exitCode)}`,
      );
    }
  }
  if (!withoutQuotes(record.command).endsWith(withoutQuotes(command))) {
    find("evidence_of_other_command", `is called passed, its record is of ${record.command}`);
  }
  if (record.tree !== tree) {
    find("tree_contradicted", `ran on tree ${JSON.stringify(record.tree)}, the packet says ${tree}`);
  }
  if (record.unsettled) find("tree_contradicted", "is called passed, but files changed while it ran");
  if (tree !== packet.scene.tree) {
    find("pass_on_other_tree", "is called passed, but its tree is not that of the packet's scene");
  }
  if (masksFailure(record.script ?? record.command) && (record.script !== null || /^(?:echo|true|:)\b/.test(command))) {
    find("pass_masked", "is called passed, but its exit code cannot fail");
  }
  return findings;
}

/** The newest run of a command on a tree that the packet can know of. */
function newestRun({ records, until }: KnownLog, command: string, tree: unknown): RawRecord | undefined {
  const wanted = withoutQuotes(command);
  return [...records.values()]
    .filter((record) => record.tree === tree && record.ended && !record.unsettled)
    .filter((record) => until !== null && record.endedAt !== null && record.endedAt < until)
    .filter((record) => withoutQuotes(record.command) === wanted)
    .toSorted((a, b) => (a.begunAt ?? 0) - (b.begunAt ?? 0))
    .at(-1);
}

function auditTail(packet: Packet, records: ReadonlyMap<string, RawRecord>): readonly AuditFinding[] {
  return packet.feedback_tail.flatMap((entry): readonly AuditFinding[] => {
    const record = records.get(entry.id);
    if (record === undefined || !record.ended) return [];
    const differs = [
      ...(record.exitCode === entry.exit_code ? [] : [`exit ${JSON.stringify(record.exitCode)}`]),
      ...(record.tree === entry.tree ? [] : [`tree ${JSON.stringify(record.tree)}`]),
      ...(isSame(record.command, entry.command) ? [] : [`the command ${record.command}`]),
    ];
    if (differs.length === 0) return [];
    const detail = `${entry.command}, exit ${entry.exit_code}: the log says ${differs.join(", ")}`;
    return [{ code: "tail_contradicted", detail }];
  });
}

/** The last known good is no tree on which the newest run of an acceptance command failed. */
function auditLastKnownGood(packet: Packet, log: KnownLog): readonly AuditFinding[] {
  const tree = packet.last_known_good_tree;
  if (tree === null) return [];
  return packet.verification.commands.flatMap(({ command }): readonly AuditFinding[] => {
    const newest = newestRun(log, command, tree);
    if (newest === undefined || newest.exitCode === 0) return [];
    const detail = `${command} ended with exit ${JSON.stringify(newest.exitCode)} on the tree that is called good`;
    return [{ code: "last_known_good_contradicted", detail }];
  });
}

/** A placeholder may stand for more of a line than of its words. */
function isSame(logged: string, told: string): boolean {
  return told.includes("[redacted:") || withoutQuotes(logged) === withoutQuotes(told);
}
