import { sha256 } from "../digest.ts";

/** An event as it is stored: what it says is text, so that the digest needs no canonical form. */
export interface StoredEvent {
  readonly seq: number;
  readonly at: string;
  /** JSON of kind, thread, writer and detail. */
  readonly body: string;
  readonly previous: string | null;
  readonly sha256: string;
}

export interface ChainEnd {
  readonly seq: number;
  readonly sha256: string | null;
}

export const chainStart: ChainEnd = { seq: 0, sha256: null };

/** The same bytes that the database hashes: number, time, body and the digest before, a line each. */
export function eventDigest(event: Omit<StoredEvent, "sha256">): string {
  return sha256([String(event.seq), event.at, event.previous ?? "", event.body].join("\n"));
}

/** Checks events that follow `end`, oldest first: the first that does not hold, or where the chain ends then. */
export function checkEvents(
  end: ChainEnd,
  events: readonly StoredEvent[],
): { readonly broken: { readonly seq: number; readonly detail: string } } | { readonly end: ChainEnd } {
  let last = end;
  for (const event of events) {
    const detail = faultOf(last, event);
    if (detail !== null) return { broken: { seq: Math.min(event.seq, last.seq + 1), detail } };
    last = event;
  }
  return { end: last };
}

function faultOf(last: ChainEnd, event: StoredEvent): string | null {
  if (event.seq !== last.seq + 1) return `the event is missing: ${event.seq} follows ${last.seq}`;
  if (event.previous !== last.sha256) return "it does not name the event before it";
  return event.sha256 === eventDigest(event) ? null : "its content is not what its sha256 says";
}
