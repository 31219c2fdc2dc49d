import { filePath, word } from "../document/inline.ts";
import { say } from "../document/say.ts";
import type { Words } from "../words/words.ts";
import { clipToTokens } from "./clip.ts";
import { costOf, type Cost } from "./cost.ts";
import type { Judgement } from "./judgement.ts";
import { line, quote } from "./line.ts";

const longest = 1_500;
const share = 0.3;

/** The step, word by word, with where it comes from; its title says whether it may be taken now. */
export function describeNextAction({ packet, decision, words, budget }: Judgement): string[] {
  if (packet === null) return [];
  const { brief } = words;
  const title = {
    proceed: brief.nextAction,
    reverify: brief.nextActionAfter,
    needs_human: brief.nextActionAfter,
    stop: brief.nextActionStop,
  };
  const head = ["", `## ${title[decision]}`];
  if (packet.next_action.trim() === "") return [...head, brief.nextActionNone];
  const { kind, locator } = packet.next_action_source;
  const where = locator === null ? [] : [word(" "), filePath(clipToTokens(locator, 160, budget.tokens * 0.02))];
  const source = line(...say(words.common.source, { source: [word(words.nextActionSources[kind]), ...where] }));
  const bound = { tokens: budget.tokens * share, chars: Math.min(longest, budget.chars * share) };
  return [...head, ...quoteWithin(packet.next_action, bound, words), source];
}

/** The whole text, unless it is too long for any brief: then a cut that shows. */
function quoteWithin(text: string, bound: Cost, words: Words): string[] {
  const characters = [...text];
  const take = (n: number): string[] => quote(characters.slice(0, n).join(""));
  let n = Math.floor(Math.min(characters.length, bound.chars));
  while (n > 1 && costOf(take(n)).tokens > bound.tokens) n = Math.floor(n * 0.9);
  return n === characters.length ? take(n) : [...take(n), line(...say(words.brief.cut, { n: characters.length - n }))];
}
