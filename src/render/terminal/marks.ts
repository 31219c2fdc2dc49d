import type { Decision } from "../../domain/decision.ts";
import { strong, tone, word, type Inline, type Tone } from "../document/inline.ts";
import { aside } from "../parts.ts";
import type { Words } from "../words/words.ts";

export const decisionMarks: Readonly<Record<Decision, readonly [symbol: string, tone: Tone]>> = {
  proceed: ["✓", "good"],
  reverify: ["!", "warn"],
  needs_human: ["?", "warn"],
  stop: ["✗", "bad"],
};

/** "! reverify: check again before you go on". The stable word stands there in every language. */
export function describeDecision(decision: Decision, words: Words): Inline[] {
  const [symbol, name] = decisionMarks[decision];
  const { name: spoken, meaning } = words.decisions[decision];
  const label = [word(`${symbol} ${decision}`), ...(spoken === decision ? [] : aside([word(spoken)], words))];
  return [strong(tone(name, ...label)), word(words.dash + meaning)];
}
