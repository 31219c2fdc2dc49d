import { sortReasons, type Decision, type Reason } from "../domain/decision.ts";
import type { Packet } from "../domain/packet.ts";
import { mapStrings } from "../domain/generate/map-strings.ts";
import { densities, tightest, type Density } from "./brief/density.ts";
import type { Cost } from "./brief/cost.ts";
import { fromRoot } from "./brief/from-root.ts";
import { fillBudget, type LeftOut } from "./brief/fill-budget.ts";
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
  /** The work tree in which it is read; null where there is none. */
  readonly root?: string | null;
  readonly limits?: { readonly tokens?: number; readonly chars?: number };
  /** How advice that names a command is told; without it as it is typed in a shell. */
  readonly nameCommands?: (advice: string) => string;
}

const defaultTokens = 2_000;
/** Clients cut injected text at 10,000 characters, without a word. */
const defaultChars = 9_900;
/** Less than this cannot hold a decision with its reasons and a next action. */
const leastTokens = 500;
const leastChars = 2_500;
/** Below this, what was left out is summed up instead of named. */
const namesFrom = 900;
const manyFiles = 80;
/** The token count is an estimate. */
const margin = 1.1;

/**
 * What a new session reads first: decision, reasons with what to do about them, next action, then the facts by value,
 * cut at line boundaries where the budget ends. What was left out is counted, and the whole is pointed to.
 */
export function renderBrief(options: BriefOptions): string {
  const { decision, root = null } = options;
  const packet = options.packet === null || root === null ? options.packet : fromRoot(options.packet, root);
  const words = wordsFor(options);
  const reasons = sortReasons(options.reasons);
  const budget: Cost = {
    tokens: Math.floor(Math.max(leastTokens, options.limits?.tokens ?? defaultTokens) / margin),
    chars: Math.max(leastChars, options.limits?.chars ?? defaultChars),
  };
  const describe = (density: Density) => ({
    top: describeJudgement({ decision, reasons, packet, words, density, budget }),
    // A packet that must not be followed here is named, not told: its facts belong to another scene.
    sections: packet === null || decision === "stop" ? [] : describeSections(packet, words, density),
  });
  const fill = (parts: ReturnType<typeof describe>, whole: boolean): string | null =>
    fillBudget({
      ...parts,
      bottom: (leftOut) => describeEnd(options, leftOut, words),
      more: (n) => line(...say(words.brief.moreHere, { n })),
      budget,
      whole,
    });
  // So many paths only fit folded: the roomier forms would be rendered in vain.
  const tries = (packet?.changed_files.length ?? 0) > manyFiles ? [tightest] : densities;
  let parts: ReturnType<typeof describe> | null = null;
  for (const density of tries) {
    parts = describe(density);
    const text = fill(parts, true);
    if (text !== null) return text;
  }
  // The last one tried was the tightest.
  return fill(parts ?? describe(tightest), false) ?? "";
}

function wordsFor({ language, nameCommands }: BriefOptions): Words {
  const words = wordsOf(language);
  return nameCommands === undefined ? words : mapStrings(words, nameCommands);
}

function describeEnd(options: BriefOptions, leftOut: readonly LeftOut[], words: Words): string[] {
  const { packet, pointer, decision } = options;
  if (packet === null) return [];
  const { brief } = words;
  const receipts = say(brief.receipts, {
    id: code(packet.packet_id.slice(0, 40)),
    head: packet.head_commit === null ? word(words.common.noCommit) : shortId(packet.head_commit),
    tree: packet.scene.tree === null ? word(words.common.unknown) : shortId(packet.scene.tree),
  });
  const lines = ["", line(...receipts)];
  if (decision === "stop") lines.push(brief.stopped);
  if (leftOut.length > 0) {
    const tight = (options.limits?.tokens ?? defaultTokens) < namesFrom;
    const entries = tight
      ? say(brief.leftOutSum, { n: leftOut.reduce((sum, { n }) => sum + n, 0), sections: leftOut.length })
      : join(
          leftOut.map(({ title, n }) => [word(`${title}${words.colon}${n}`)]),
          words.comma,
        );
    lines.push(line(...say(brief.leftOut, { entries })));
  }
  if (pointer !== null)
    lines.push(line(...say(brief.whole, { pointer: code(options.nameCommands?.(pointer) ?? pointer) })));
  return lines;
}
