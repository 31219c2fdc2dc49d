import * as v from "valibot";
import type {
  ClaimOutcome,
  PublishOutcome,
  RenewOutcome,
  SharedClaim,
  SharedPacket,
  SharedRun,
  TakeOverOutcome,
  TeamEvent,
  TeamStore,
  Writer,
} from "./team-store.ts";
import type { Thread } from "../thread.ts";

/** What a store gives back as JSON, the same for every kind of store: answers that are kept are read for years. */

const text = v.string();
const maybeText = v.nullable(text);
const number = v.number();

export const threadShape: v.GenericSchema<unknown, Thread> = v.object({ branch: maybeText, topic: text });

export const writerShape: v.GenericSchema<unknown, Writer> = v.object({ author: text, host: text, session: maybeText });

export const packetShape: v.GenericSchema<unknown, SharedPacket> = v.object({
  packetId: text,
  digest: text,
  thread: threadShape,
  status: v.picklist(["active", "superseded", "archived", "rival"]),
  supersedes: maybeText,
  writer: writerShape,
  at: text,
  seq: number,
});

export const claimShape: v.GenericSchema<unknown, SharedClaim> = v.object({
  id: text,
  thread: threadShape,
  fence: number,
  writer: writerShape,
  since: text,
  until: maybeText,
  state: v.picklist(["live", "ended", "unknown"]),
});

export const runShape: v.GenericSchema<unknown, SharedRun> = v.object({
  name: text,
  thread: threadShape,
  status: text,
  epoch: number,
  journal: text,
  writer: writerShape,
  at: text,
});

const held = v.object({ result: v.literal("held"), by: claimShape });
const fenced = v.object({ result: v.literal("fenced"), fence: number });

export const publishShape: v.GenericSchema<unknown, PublishOutcome> = v.variant("result", [
  v.object({ result: v.literal("published"), packet: packetShape }),
  v.object({ result: v.literal("unchanged"), packet: packetShape }),
  v.object({ result: v.literal("raced"), active: maybeText }),
  held,
  fenced,
]);

type ArchiveOutcome = Awaited<ReturnType<TeamStore["packets"]["archive"]>>;
export const archiveShape: v.GenericSchema<unknown, ArchiveOutcome> = v.variant("result", [
  v.object({ result: v.literal("archived"), packet: packetShape }),
  v.object({ result: v.literal("not_active"), active: maybeText }),
  held,
  fenced,
]);

export const claimOutcomeShape: v.GenericSchema<unknown, ClaimOutcome> = v.variant("result", [
  v.object({ result: v.literal("claimed"), claim: claimShape }),
  held,
]);

export const takeOverShape: v.GenericSchema<unknown, TakeOverOutcome> = v.variant("result", [
  v.object({ result: v.literal("claimed"), claim: claimShape, from: claimShape }),
  v.object({ result: v.literal("refused"), by: v.nullable(claimShape) }),
]);

export const renewShape: v.GenericSchema<unknown, RenewOutcome> = v.variant("result", [
  v.object({ result: v.literal("renewed"), claim: claimShape }),
  v.object({ result: v.literal("lost"), by: v.nullable(claimShape) }),
]);

type ReleaseOutcome = Awaited<ReturnType<TeamStore["claims"]["release"]>>;
export const releaseShape: v.GenericSchema<unknown, ReleaseOutcome> = v.variant("result", [
  v.object({ result: v.literal("released") }),
  v.object({ result: v.literal("not_held"), by: v.nullable(claimShape) }),
]);

export const appendShape: v.GenericSchema<unknown, { readonly result: "kept"; readonly last: number }> = v.object({
  result: v.literal("kept"),
  last: number,
});

type PutOutcome = Awaited<ReturnType<TeamStore["runs"]["put"]>>;
export const putShape: v.GenericSchema<unknown, PutOutcome> = v.variant("result", [
  v.object({ result: v.literal("kept") }),
  v.object({ result: v.literal("fenced"), epoch: number }),
]);

export const eventBodyShape: v.GenericSchema<
  unknown,
  Pick<TeamEvent, "kind" | "thread" | "writer" | "detail">
> = v.object({
  kind: v.picklist(["published", "raced", "archived", "claimed", "released", "taken_over", "run", "feedback"]),
  thread: v.nullable(threadShape),
  writer: writerShape,
  detail: v.record(text, v.nullable(v.union([text, number]))),
});
