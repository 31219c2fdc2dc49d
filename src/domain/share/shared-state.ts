import * as v from "valibot";

/** Who shared a packet, from where, and what the signature is worth. */
export interface Origin {
  /** Name of the remote that it came from. */
  readonly remote: string;
  readonly author: string;
  readonly host: string;
  /** Time of the packet, UTC ISO 8601; null when it has none. */
  readonly at: string | null;
  /** Known name of the key that signed it; null: nobody known did. */
  readonly signer: string | null;
  /** Of the key in the signature, known or not; null without a signature. */
  readonly fingerprint: string | null;
  /** That key, as one line of ssh. */
  readonly key: string | null;
  /** Why it is not trusted; null when it is. */
  readonly untrusted: string | null;
}

/** A packet that a remote holds and that is not this home's, as the last fetch saw it. */
export interface Offer extends Origin {
  readonly ref: string;
  readonly commit: string;
  readonly packetId: string;
  readonly branch: string | null;
  readonly topic: string;
  /** Packet that was active here when it was first seen: a later one was made by somebody who knew. */
  readonly activeThen: string | null;
}

/** What lay at a ref and was no sound packet. */
export interface MalformedOffer {
  readonly remote: string;
  readonly ref: string;
  readonly commit: string;
  readonly activeThen: string | null;
}

/** What was last seen of each remote. `newest`: remote and ref → the newest commit ever seen there, so that going back shows. */
export interface SharedState {
  readonly offers: readonly Offer[];
  readonly malformed: readonly MalformedOffer[];
  readonly newest: Readonly<Record<string, string>>;
}

export const nothingShared: SharedState = { offers: [], malformed: [], newest: {} };

const maybe = v.nullable(v.string());
const origin = {
  remote: v.string(),
  author: v.string(),
  host: v.string(),
  at: maybe,
  signer: maybe,
  fingerprint: maybe,
  key: maybe,
  untrusted: maybe,
};
const originSchema: v.GenericSchema<unknown, Origin> = v.object(origin);
const stateSchema: v.GenericSchema<unknown, SharedState> = v.object({
  offers: v.array(
    v.object({
      ...origin,
      ref: v.string(),
      commit: v.string(),
      packetId: v.string(),
      branch: maybe,
      topic: v.string(),
      activeThen: maybe,
    }),
  ),
  malformed: v.array(v.object({ remote: v.string(), ref: v.string(), commit: v.string(), activeThen: maybe })),
  newest: v.record(v.string(), v.string()),
});

/** null for a text that is none: the next fetch tells all of it again. */
export function readSharedState(text: string): SharedState | null {
  return parse(stateSchema, text);
}

export function readOrigin(text: string): Origin | null {
  return parse(originSchema, text);
}

function parse<T>(schema: v.GenericSchema<unknown, T>, text: string): T | null {
  try {
    const parsed = v.safeParse(schema, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
