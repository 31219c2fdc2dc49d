import type { Decision, Reason } from "../../domain/decision.ts";
import type { Packet } from "../../domain/packet.ts";
import { code, data, filePath, join, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import { verdictSentence } from "../handoff/verification.ts";
import { aside } from "../parts.ts";
import type { Words } from "../words/words.ts";
import type { Unit } from "./brief-section.ts";
import { clip } from "./clip.ts";
import type { Density } from "./density.ts";
import { costOf } from "./fill-budget.ts";
import { line, quote } from "./line.ts";

export interface JudgementOptions {
  readonly decision: Decision;
  readonly reasons: readonly Reason[];
  readonly packet: Packet | null;
  readonly words: Words;
  readonly density: Density;
  /** Of the whole brief; the parts here take their share of it. */
  readonly tokens: number;
  readonly chars: number;
}

const nextActionChars = 1_500;

/** What always stands, in this order: decision, red verdict, reasons with what to do, next action. */
export function describeJudgement(options: JudgementOptions): string[] {
  const { decision, reasons, packet, words } = options;
  const { brief, colon } = words;
  const { name, meaning } = words.decisions[decision];
  const codes = reasons.map((reason) => [word(reason.code)]);
  const lines = [
    packet === null ? brief.headingNoPacket : line(...heading(packet, words)),
    "",
    line(
      word(`${brief.decision}${colon}${decision}`),
      ...(name === decision ? [] : aside([word(name)], words)),
      ...(codes.length === 0 ? [] : [word(" ["), ...join(codes, ", "), word("]")]),
      word(words.dash + meaning),
    ),
  ];
  if (packet?.verification.verdict === "failed") {
    lines.push(line(...say(brief.red, { sentence: verdictSentence(packet.verification, words) })));
  }
  return [...lines, ...describeReasons(options), ...describeNextAction(options)];
}

function heading(packet: Packet, words: Words): Inline[] {
  return say(words.brief.heading, {
    id: code(packet.packet_id),
    topic: data(clip(packet.topic, 80)),
    branch: packet.branch === null ? word(words.common.noBranch) : code(clip(packet.branch, 120)),
  });
}

/** The worst first; at least one; the codes of all stand beside the decision. */
function describeReasons(options: JudgementOptions): string[] {
  const { reasons, words } = options;
  if (reasons.length === 0) return [];
  const shown: Unit[] = [];
  for (const reason of reasons) {
    const next = [...shown, describeReason(reason, options)];
    if (shown.length > 0 && costOf(next.flat()).tokens > options.tokens * 0.3) break;
    shown.push(describeReason(reason, options));
  }
  const rest = reasons.length - shown.length;
  const more = rest === 0 ? [] : [line(...say(words.brief.otherReasons, { n: rest }))];
  return ["", `## ${words.brief.why}`, ...shown.flat(), ...more];
}

function describeReason(reason: Reason, { words, density, decision }: JudgementOptions): Unit {
  const { says, todo } = words.reasons[reason.code];
  const paths = (reason.paths ?? []).filter((path) => !reason.detail.includes(path));
  const shown = paths.slice(0, density.reasonPaths).map((path): Inline[] => [filePath(clip(path, 160))]);
  const rest = paths.length - shown.length;
  if (rest > 0) shown.push(say(words.common.more, { n: rest }));
  const facts: Inline[] = [
    word(`- ${reason.code}${words.colon}${says}${words.space}`),
    data(clip(reason.detail, density.error * 1.5)),
    ...(shown.length === 0 ? [] : [word(words.colon), ...join(shown, words.comma)]),
  ];
  // What settles a reason matters only where it stands in the way.
  if (reason.decision === "proceed" && decision !== "proceed") return [line(...facts)];
  return [line(...facts), `  → ${todo}`];
}

function describeNextAction({ packet, decision, words, tokens, chars }: JudgementOptions): string[] {
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
  const source = line(
    ...say(words.common.source, {
      source: [
        word(words.nextActionSources[kind]),
        ...(locator === null ? [] : [word(" "), filePath(clip(locator, 160))]),
      ],
    }),
  );
  return [
    ...head,
    ...boundedQuote(packet.next_action, tokens * 0.4, Math.min(nextActionChars, chars * 0.3), words),
    source,
  ];
}

/** The whole text, unless it is too long for any brief: then a cut that shows. */
function boundedQuote(text: string, tokens: number, chars: number, words: Words): string[] {
  const characters = [...text];
  let limit = Math.floor(Math.min(characters.length, chars));
  while (limit > 0 && costOf(quote(characters.slice(0, limit).join(""))).tokens > tokens)
    limit = Math.floor(limit * 0.9);
  if (limit === characters.length) return quote(text);
  return [
    ...quote(characters.slice(0, limit).join("")),
    line(...say(words.brief.cut, { n: characters.length - limit })),
  ];
}
