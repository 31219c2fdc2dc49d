import type { Decision, Reason } from "../../domain/decision.ts";
import type { Packet } from "../../domain/packet.ts";
import { foreignName } from "../../domain/text/foreign-name.ts";
import { code, data, join, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import { verdictSentence } from "../handoff/verification.ts";
import { aside } from "../parts.ts";
import type { Words } from "../words/words.ts";
import { clipToTokens } from "./clip.ts";
import type { Cost } from "./cost.ts";
import type { Density } from "./density.ts";
import { line } from "./line.ts";
import { describeNextAction } from "./next-action.ts";
import { describeReasons } from "./reasons.ts";

export interface Judgement {
  readonly decision: Decision;
  readonly reasons: readonly Reason[];
  readonly packet: Packet | null;
  readonly words: Words;
  readonly density: Density;
  /** Of the whole brief; the parts here take their share of it, so that some is left for the facts. */
  readonly budget: Cost;
}

/** What always stands, in this order: decision, red verdict, reasons with what to do, next action. */
export function describeJudgement(judgement: Judgement): string[] {
  const { packet, words } = judgement;
  const red = packet?.verification.verdict === "failed" ? verdictSentence(packet.verification, words) : null;
  return [
    line(...describeHeading(judgement)),
    "",
    line(...describeDecision(judgement)),
    ...(red === null ? [] : [line(...say(words.brief.red, { sentence: red }))]),
    ...describeReasons(judgement),
    ...describeNextAction(judgement),
  ];
}

function describeHeading({ packet, words, budget }: Judgement): Inline[] {
  if (packet === null) return [word(words.brief.headingNoPacket)];
  const share = budget.tokens * 0.02;
  return say(words.brief.heading, {
    id: code(clipToTokens(packet.packet_id, 40, share)),
    topic: data(clipToTokens(foreignName(packet.topic), 80, share)),
    branch: packet.branch === null ? word(words.common.noBranch) : code(clipToTokens(packet.branch, 120, share)),
  });
}

/** With the codes of all reasons, also of those that find no place below. */
function describeDecision({ decision, reasons, words }: Judgement): Inline[] {
  const { name, meaning } = words.decisions[decision];
  const codes = [...new Set(reasons.map((reason) => reason.code))].map((each) => [word(each)]);
  return [
    word(`${words.brief.decision}${words.colon}${decision}`),
    ...(name === decision ? [] : aside([word(name)], words)),
    ...(codes.length === 0 ? [] : [word(" ["), ...join(codes, ", "), word("]")]),
    word(words.dash + meaning),
  ];
}
