import type { SharedClaim } from "./team-store.ts";

/** Who holds the work on a branch and topic, as people are told. */
export interface Holder {
  readonly branch: string | null;
  readonly topic: string;
  /** Id of the claim: `passdown release ID` ends it. */
  readonly claim: string;
  readonly who: string;
  readonly since: string;
  /** When the claim lapses unless it is renewed; null where the holder's process is watched. */
  readonly until: string | null;
  readonly state: "live" | "ended" | "unknown";
}

export function holderOf({ id, thread, writer, since, until, state }: SharedClaim): Holder {
  return { ...thread, claim: id, who: `${writer.author} on ${writer.host}`, since, until, state };
}
