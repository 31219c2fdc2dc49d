import type { KnownLog } from "./audit-evidence.ts";
import type { Packet } from "../domain/packet.ts";
import type { AuditFinding } from "./finding.ts";
import type { RawRecord } from "./raw-record.ts";

/** Whoever publishes read the log a moment before; what ended in between is no omission. */
const slack = 2000;

/** The time up to which a packet must know the log; null when it was not made with this one. */
export function knownUntil(packet: Packet, publishedAt: string | null, ours: boolean): number | null {
  if (publishedAt !== null) return Date.parse(publishedAt) - slack;
  return ours && packet.created_at !== null ? Date.parse(packet.created_at) : null;
}

/** No failure that the log held at that time is missing: each is told, folded or counted. */
export function auditLog(packet: Packet, { records, until }: KnownLog): readonly AuditFinding[] {
  if (until === null) return [];
  const failed = [...records.values()].filter(
    (record) => isFailure(record) && isOfThread(record, packet) && record.endedAt !== null && record.endedAt < until,
  ).length;
  const told = packet.feedback_tail.reduce(
    (sum, entry) => sum + (entry.outcome === "failed" || entry.exit_code !== 0 ? entry.count : 0),
    packet.feedback_omitted.failed,
  );
  if (told >= failed) return [];
  return [{ code: "failure_left_out", detail: `the log has ${failed} failures, the packet tells of ${told}` }];
}

/** Without an exit code and without a reason nobody knows how it ended. */
function isFailure({ ended, exitCode, error }: RawRecord): boolean {
  return ended && exitCode !== 0 && (exitCode !== null || (error !== null && error !== undefined));
}

function isOfThread({ branch, topic }: RawRecord, packet: Packet): boolean {
  const ofBranch = branch === null || branch === undefined || packet.branch === null || branch === packet.branch;
  return ofBranch && (topic === null || topic === undefined || topic === "main" || topic === packet.topic);
}
