import type { Packet } from "../domain/packet.ts";
import type { AuditFinding } from "./finding.ts";
import type { RawRecord } from "./raw-record.ts";

/**
 * The tail is in the order of time. Where a clock was set back the log's order stands: a record may tell an earlier time
 * than one before it, if the same teller told a later time before it.
 */
export function auditOrder(packet: Packet, records: ReadonlyMap<string, RawRecord>): readonly AuditFinding[] {
  const found: AuditFinding[] = [
    { code: "tail_not_chronological", detail: "the feedback tail is not in the order of time" },
  ];
  const places = placesIn(records);
  let time = "";
  let position = -1;
  for (const { id, at } of packet.feedback_tail) {
    const place = places.get(id);
    if (place?.teller === "") {
      if (place.position < position) return found;
      position = place.position;
    }
    if (at === null) continue;
    if (at >= time) time = at;
    else if (place === undefined || place.latest < Date.parse(time)) return found;
  }
  return [];
}

interface Place {
  readonly position: number;
  readonly teller: string;
  /** The latest time that its teller had told up to it. */
  readonly latest: number;
}

function placesIn(records: ReadonlyMap<string, RawRecord>): ReadonlyMap<string, Place> {
  const latest = new Map<string, number>();
  return new Map(
    [...records].map(([id, { teller, begunAt }], position) => {
      const now = Math.max(latest.get(teller) ?? 0, begunAt ?? 0);
      latest.set(teller, now);
      return [id, { position, teller, latest: now }];
    }),
  );
}
