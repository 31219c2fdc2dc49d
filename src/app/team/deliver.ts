import { randomBytes } from "node:crypto";
import { AppError } from "../../domain/errors.ts";
import { parsePacket, publishedText } from "../../domain/packet-file.ts";
import type { Outage, OutboxStep, OutboxWrite, Settled } from "../../domain/team/outbox.ts";
import type { SharedClaim, TeamStore } from "../../domain/team/team-store.ts";
import type { Workspace } from "../workspace.ts";
import { beginning, nextWrite, type Telling } from "./next-write.ts";
import type { Team } from "./open-team.ts";

export interface DeliverOptions {
  readonly budgetMs: number;
  /** Somebody packs by hand: see `nextWrite`. */
  readonly resolving: boolean;
  readonly sessionId: string | null;
}

export interface Delivery {
  /** Writes that the store answered now. */
  readonly delivered: number;
  /** null: everything that was kept here is told. */
  readonly outage: Outage | null;
  /** The time was over before everything was told; the next command goes on. */
  readonly more: boolean;
  /** Packets that it did not take now. */
  readonly refused: readonly { readonly what: string; readonly detail: string }[];
}

/**
 * Tells the store what was kept here since the last time, in order. Every write is decided and durable before its first try:
 * a kill, a lost reply or another process that does the same sends nothing twice.
 */
export async function deliver(
  workspace: Workspace,
  team: Team,
  { budgetMs, ...telling }: DeliverOptions,
): Promise<Delivery> {
  const until = performance.now() + budgetMs;
  const heads = workspace.home.chain.heads();
  const refused: { what: string; detail: string }[] = [];
  let delivered = 0;
  const end = (outage: Outage | null, more: boolean): Delivery => ({ delivered, outage, more, refused });
  for (;;) {
    const newest = team.files.newest();
    if (newest !== null && newest.settled === null) {
      const { operation, write } = newest.step;
      if (write === null) {
        team.files.settle(newest.seq, done);
        continue;
      }
      const answer = await team.ask((store) => send(workspace, store, { operation, write }));
      if (!answer.ok) return end(answer.outage, true);
      team.files.settle(newest.seq, answer.value);
      delivered += 1;
      const { result, detail } = answer.value;
      if (result !== "done" && "packetId" in write) {
        refused.push({ what: write.packetId, detail: `${result}${detail === null ? "" : `, ${detail}`}` });
      }
      continue;
    }
    if (performance.now() > until) return end(null, true);
    const step = await decideStep(workspace, team, { ...telling, heads, last: newest?.step ?? null });
    if (step === null) return end(null, false);
    if ("outage" in step) return end(step.outage, true);
    // Refused in this very call: it stays as it is.
    if (step.write?.kind === "publish" && isOneOf(refused, step.write.packetId)) return end(null, false);
    // Whoever was first has decided it; the next round sends what lies there.
    team.files.plan((newest?.seq ?? 0) + 1, step);
  }
}

function isOneOf(refused: Delivery["refused"], packetId: string): boolean {
  return refused.some(({ what }) => what === packetId);
}

async function decideStep(
  workspace: Workspace,
  team: Team,
  { last, ...telling }: Pick<Telling, "heads" | "resolving" | "sessionId"> & { readonly last: OutboxStep | null },
): Promise<OutboxStep | { readonly outage: Outage } | null> {
  const operation = `o-${randomBytes(16).toString("hex")}`;
  if (last === null) return { operation, write: null, after: beginning(workspace) };
  const next = await team.ask((store) => nextWrite(workspace, { team, store, cursor: last.after, ...telling }));
  if (!next.ok) return { outage: next.outage };
  return next.value === null ? null : { operation, ...next.value };
}

/** A write that can never succeed is settled as such: what comes after it must not wait for it. */
async function send(workspace: Workspace, store: TeamStore, sending: Sending): Promise<Settled> {
  try {
    return await sendWrite(workspace, store, sending);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== "input") throw error;
    return { result: "rejected", detail: error.message };
  }
}

const done: Settled = { result: "done", detail: null };

interface Sending {
  readonly operation: string;
  readonly write: OutboxWrite;
}

async function sendWrite(workspace: Workspace, store: TeamStore, { operation, write }: Sending): Promise<Settled> {
  switch (write.kind) {
    case "publish": {
      const { kind: _, ...publication } = write;
      const files = readFiles(workspace, write.packetId);
      if (files === null)
        return { result: "rejected", detail: `packet ${write.packetId} cannot be read here any more` };
      return settle(await store.packets.publish({ operation, ...publication, files }));
    }
    case "archive": {
      const { kind: _, ...archiving } = write;
      return settle(await store.packets.archive({ operation, ...archiving }));
    }
    case "feedback": {
      const lines = readFeedbackLines(workspace, write);
      await store.feedback.append({ operation, lines, writer: write.writer });
      return done;
    }
    case "run": {
      const { kind: _, ...run } = write;
      const answer = await store.runs.put({ operation, ...run });
      return answer.result === "kept" ? done : { result: "fenced", detail: `a later executor wrote, ${answer.epoch}` };
    }
  }
}

type Answer =
  | Awaited<ReturnType<TeamStore["packets"]["publish"]>>
  | Awaited<ReturnType<TeamStore["packets"]["archive"]>>;

function settle(answer: Answer): Settled {
  switch (answer.result) {
    case "published":
    case "unchanged":
    case "archived":
      return done;
    case "raced":
    case "not_active":
      return { result: answer.result, detail: answer.active };
    case "held":
      return { result: "held", detail: describeClaim(answer.by) };
    case "fenced":
      return { result: "fenced", detail: `claim ${answer.fence} came after` };
  }
}

function describeClaim({ writer, since }: SharedClaim): string {
  return `${writer.author} on ${writer.host} since ${since}`;
}

/** As they were published: what became of the packet since is the store's to say. */
function readFiles({ home }: Workspace, packetId: string): { handoffJson: string; handoffMd: string } | null {
  const { handoffJson, handoffMd } = home.packets.read(packetId);
  if (handoffJson === null || handoffMd === null) return null;
  return { handoffJson: publishedText(parsePacket(handoffJson)), handoffMd };
}

function readFeedbackLines(
  { home }: Workspace,
  { segment, from, to }: Extract<OutboxWrite, { kind: "feedback" }>,
): readonly string[] {
  const part = home.feedback.parts().parts.find(({ path }) => path === segment);
  return (part?.read().lines ?? []).filter(({ line }) => line >= from && line <= to).map(({ text }) => text);
}
