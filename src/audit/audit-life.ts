import type { Packet } from "../domain/packet.ts";
import type { AuditFinding } from "./finding.ts";
import type { Publication } from "./read-home.ts";

/** What a packet says of its own life: in itself, and against the chain, which decides. */
export function auditLife(packet: Packet, published: Publication | null): readonly AuditFinding[] {
  const { status, superseded_by: by, superseded_at: supersededAt, archived_at: archivedAt } = packet;
  const consistent =
    (status === "superseded") === (by !== null) &&
    (by === null) === (supersededAt === null) &&
    (status === "archived") === (archivedAt !== null) &&
    by !== packet.packet_id;
  if (!consistent) {
    const detail = `status is ${status}, superseded_by is ${by ?? "null"}, its times are ${supersededAt ?? "null"} and ${archivedAt ?? "null"}`;
    return [{ code: "lifecycle_disagrees", detail }];
  }
  if (published === null) return [];
  const { life } = published;
  const differs =
    life.status !== status ||
    life.superseded_by !== by ||
    life.superseded_at !== supersededAt ||
    life.archived_at !== archivedAt;
  if (!differs) return [];
  const successor = life.superseded_by === null ? "" : ` by ${life.superseded_by}`;
  return [{ code: "lifecycle_disagrees", detail: `status is ${status}, the chain says ${life.status}${successor}` }];
}
