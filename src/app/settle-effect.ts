import { listEffects } from "../domain/effects/list-effects.ts";
import { saysOfEffect } from "../domain/effects/settle-effects.ts";
import { AppError } from "../domain/errors.ts";
import { ownRecords } from "../domain/feedback/own-records.ts";
import { quoteCommand } from "../domain/feedback/quote-command.ts";
import type { Settlement } from "../domain/home.ts";
import type { PacketEffect } from "../domain/packet.ts";
import type { Evidence } from "./gather.ts";
import { readLast } from "./read-last.ts";
import type { Workspace } from "./workspace.ts";

export function isEffectId(id: string): boolean {
  return id.startsWith("e-");
}

export interface Settling {
  readonly effectId: string;
  readonly kind: "done" | "decide";
  readonly text: string;
}

/** What a note says of an effect whose outcome nobody knew. */
export function settleEffect(workspace: Workspace, evidence: Evidence, settling: Settling): Settlement {
  const { effectId, kind, text } = settling;
  const effect = findEffect(workspace, evidence, effectId);
  if (effect === null) throw unknownEffect(effectId);
  const state = saysOfEffect(kind, text);
  if (state === null) throw unclear(effectId);
  return { effect: effectId, record: effect.source, state };
}

/** As the next packet would have it, else as the newest packet has it: its log may be gone. */
function findEffect(workspace: Workspace, evidence: Evidence, id: string): PacketEffect | null {
  const { branch } = workspace.scene.head;
  const records = ownRecords(evidence.feedback, { branch, topic: evidence.topic });
  const present = listEffects(records, ({ command }) => quoteCommand(command)).find((one) => one.id === id);
  const effect = present ?? readLast(workspace, evidence.topic)?.packet.effects.find((one) => one.id === id);
  return effect?.state === "unknown" ? effect : null;
}

function unknownEffect(id: string): AppError {
  return new AppError({
    kind: "usage",
    code: "effect_not_unknown",
    message: `no effect ${id} whose outcome is unknown on this branch and topic`,
    hint: "see `passdown pickup --json`: the reason effect_unknown names them under `evidence`",
  });
}

function unclear(id: string): AppError {
  return new AppError({
    kind: "usage",
    code: "effect_outcome_unclear",
    message: `the note does not say whether effect ${id} happened`,
    hint: `passdown note done --answers ${id} "..." if it did, passdown note decide --answers ${id} "not done: ..." if not`,
  });
}
