import type { Decision, Reason } from "../domain/decision.ts";
import type { Packet } from "../domain/packet.ts";
import { densities } from "./brief/density.ts";
import { fillBudget, type Cost, type LeftOut } from "./brief/fill-budget.ts";
import { describeJudgement } from "./brief/judgement.ts";
import { line } from "./brief/line.ts";
import { describeSections } from "./brief/sections.ts";
import { code, join, word } from "./document/inline.ts";
import { say } from "./document/say.ts";
import { shortId } from "./parts.ts";
import type { Language, Words } from "./words/words.ts";
import { wordsOf } from "./words/words-of.ts";

export interface BriefOptions {
  readonly decision: Decision;
  readonly reasons: readonly Reason[];
  /** null: nothing to pick up. */
  readonly packet: Packet | null;
  readonly language: Language;
  /** Where the whole is: a path, or a command such as `passdown show ID`; null when there is no packet. */
  readonly pointer: string | null;
  readonly limits?: { readonly tokens?: number; readonly chars?: number };
}

export const defaultTokens = 2_000;
/** Clients cut injected text at 10,000 characters, without a word. */
export const defaultChars = 9_900;
/** Less than this cannot hold a decision with its reasons and a next action. */
const leastTokens = 500;
const leastChars = 2_500;
/** The token count is an estimate. */
const margin = 1.1;

/**
 * What a new session reads first: decision, reasons with what to do about them, next action, then the facts by value,
 * cut at line boundaries where the budget ends. What was left out is counted, and the whole is pointed to.
 */
export function renderBrief(options: BriefOptions): string {
  const { decision, packet } = options;
  const words = wordsOf(options.language);
  const budget: Cost = {
    tokens: Math.floor(Math.max(leastTokens, options.limits?.tokens ?? defaultTokens) / margin),
    chars: Math.max(leastChars, options.limits?.chars ?? defaultChars),
  };
  let text = "";
  for (const density of densities) {
    const top = describeJudgement({ ...options, words, density, tokens: budget.tokens, chars: budget.chars });
    // A packet that must not be followed here is named, not told: its facts belong to another scene.
    const sections = packet === null || decision === "stop" ? [] : describeSections(packet, words, density);
    const filled = fillBudget({
      top,
      sections,
      bottom: (leftOut) => describeEnd(options, leftOut, words),
      more: (n) => line(...say(words.brief.moreHere, { n })),
      budget,
    });
    text = filled.text;
    if (filled.lost === 0) break;
  }
  return text;
}

function describeEnd({ packet, pointer, decision }: BriefOptions, leftOut: readonly LeftOut[], words: Words): string[] {
  if (packet === null) return [];
  const { brief } = words;
  const receipts = say(brief.receipts, {
    id: code(packet.packet_id),
    head: packet.head_commit === null ? word(words.common.noCommit) : shortId(packet.head_commit),
    tree: packet.scene.tree === null ? word(words.common.unknown) : shortId(packet.scene.tree),
  });
  const lines = ["", line(...receipts)];
  if (decision === "stop") lines.push(brief.stopped);
  if (leftOut.length > 0) {
    const entries = leftOut.map(({ title, n }) => [word(`${title}${words.colon}${n}`)]);
    lines.push(line(...say(brief.leftOut, { entries: join(entries, words.comma) })));
  }
  if (pointer !== null) lines.push(line(...say(brief.whole, { pointer: code(pointer) })));
  return lines;
}
