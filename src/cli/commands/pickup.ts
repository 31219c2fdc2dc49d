import { pickup as judgePacket } from "../../app/pickup.ts";
import { viewOffer } from "../../app/share/standing-offers.ts";
import type { Claim } from "../../domain/home.ts";
import { renderPickup } from "../../render/terminal/pickup.ts";
import { tellWaiting } from "../../render/terminal/share.ts";
import { answer, briefLanguage } from "../answer.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import { withProgress } from "../with-progress.ts";
import type { PickupFlags } from "../routes.ts";

export async function pickup(this: CliContext, flags: PickupFlags, id?: string): Promise<void> {
  const json = flags.json === true;
  await answer(
    this,
    json,
    withProgress(this, { json, doing: "pickup" }, async () => {
      const picked = await judgePacket(this.context, {
        id: id ?? null,
        branch: flags.branch ?? null,
        topic: flags.topic ?? null,
        claim: flags.claim === true,
        takeover: flags.takeover ?? null,
        session: flags.session ?? null,
        limits: flags.tokens === undefined ? {} : { tokens: flags.tokens },
        language: briefLanguage(this, json),
      });
      const { decision, reasons, packet_id, next_action, brief, packet, claim, team_claim, origin, facts } = picked;
      const named = new Set(reasons.flatMap(({ evidence }) => evidence ?? []));
      const unnamed = facts.offers.filter((offer) => !named.has(offer.packetId));
      const result = {
        decision,
        reasons,
        packet_id,
        next_action,
        brief,
        packet,
        origin,
        claim: claim === null ? null : toJson(claim),
        team_claim,
      };
      return {
        exit: decision === "proceed" ? exitCode.yes : exitCode.no,
        result,
        text: (style) => renderPickup(result, style),
        // Never on stdout: what is read there may be handed to a model, and a name is a stranger's word.
        remarks: (words) => {
          const waiting = tellWaiting(unnamed.map(viewOffer), words);
          return waiting === null ? [] : [waiting];
        },
      };
    }),
  );
}

function toJson({ id, sessionId, holder, at }: Claim): object {
  const { pid, host, command } = holder;
  return { id, session_id: sessionId, at, holder: { pid, host, command } };
}
