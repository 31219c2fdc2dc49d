import { sha256 } from "../digest.ts";
import type { Packet } from "../packet.ts";
import { contextUse } from "../session/context-window.ts";
import type { SessionFacts } from "../session/session-facts.ts";
import type { WorkbenchSnapshot } from "../snapshot.ts";

/** What the transcripts of clients' sessions add to a packet. */

/** Where a statement of a session comes from. */
export function toldBy({ client, sessionId }: Pick<SessionFacts, "client" | "sessionId">): string {
  return `${client}:${sessionId ?? "?"}`;
}

const mostConstraints = 60;
const longestRequest = 2_000;
const longestMessage = 2_000;

/** The user's own words of this and earlier sessions of the branch, each once, oldest first. */
export function toldConstraints({ told }: WorkbenchSnapshot): Packet["constraints"] {
  const found = new Map<string, Packet["constraints"][number]>();
  for (const { constraints } of [...told.earlier, ...ofNow(told)]) {
    for (const { text, at } of constraints) if (!found.has(text)) found.set(text, { text, author: "user", at });
  }
  return [...found.values()].slice(-mostConstraints);
}

export function toldTodo({ told }: WorkbenchSnapshot): Packet["todo"] {
  return ofNow(told).flatMap((facts) =>
    facts.todos
      .filter(({ status }) => status !== "done")
      .map(({ text, status }) => ({ text, status, source: toldBy(facts) })),
  );
}

/** What the agent asked through a tool of its own, and nobody answered. */
export function toldQuestions({ told, notes }: WorkbenchSnapshot): Packet["questions_for_human"] {
  return ofNow(told).flatMap((facts) =>
    facts.questions
      .filter(({ answer }) => answer === null)
      .map(({ id, text, at }) => ({ id: questionId(facts, id), text, author: facts.client, at: at ?? "" }))
      .filter(({ id }) => !notes.some(({ answers }) => answers === id)),
  );
}

function questionId(facts: SessionFacts, id: string): string {
  return `q-${sha256(JSON.stringify([facts.client, facts.sessionId, id])).slice(0, 12)}`;
}

/**
 * The user's newest prompt that says what to do, verbatim; "go on" and "thanks" say nothing of it. A short one is told
 * with those before it that it leans on. Where this session has none, an earlier one of the branch does.
 */
export function lastRequest({ told }: WorkbenchSnapshot): Packet["last_request"] {
  const prompts = [...told.earlier, ...ofNow(told)].flatMap((facts) => facts.prompts);
  const at = prompts.findLastIndex(({ text }) => !acknowledges(text));
  const newest = prompts[at] ?? told.now?.prompts.findLast(({ text }) => text.replace(nods, "").trim() !== "");
  if (newest === undefined) return null;
  const before = speaksForItself(newest.text) ? null : leansOn(prompts.slice(0, Math.max(0, at)));
  return { ...cutRequest(newest), before: before === null ? null : cutRequest(before) };
}

const mostBetween = 3;

/** The newest that can be understood alone, and what the user said after it, line by line: answers, smaller questions. */
function leansOn(prompts: readonly Prompt[]): Prompt | null {
  const from = prompts.findLastIndex(({ text }) => speaksForItself(text));
  const first = prompts[from];
  if (first === undefined) return null;
  const after = prompts.slice(from + 1).filter(({ text }) => !acknowledges(text));
  return { ...first, text: [first, ...after.slice(-mostBetween)].map(({ text }) => text).join("\n") };
}

type Prompt = SessionFacts["prompts"][number];

function cutRequest({ text, at }: Prompt): { text: string; at: string | null } {
  return { text: text.slice(0, longestRequest), at };
}

/** Nothing but words that ask for no other work than before. */
const acknowledgement =
  /^(?:(?:ok(?:ay)?|yes|yep|yeah|sure|thanks?|thank you|great|nice|cool|perfect|good|fine|go (?:on|ahead)|go|continue|proceed|carry on|keep going|please|do (?:it|that|them)|all(?: of (?:it|them))?|both|next|done|lgtm|resume|(?:try )?again|excellent|well done|awesome|right|correct|got it|hm+|work|job|so much|y)[\s,.!…]*)+$/i;
const acknowledgementZh =
  /^(?:(?:好的?|继续|是的?|可以|行|嗯|谢谢|没问题|对的?|接着做?|请|开始吧?|吧|了|很好|不错)[\s，。！,.!…]*)+$/;

/** What is seen and says no more than a nod; marks that nobody sees. */
const nods = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Cf}\ufe0f\u20e3]/gu;
/** A command to the client itself. */
const slashCommand = /^\/[\w:-]+$/;

function acknowledges(text: string): boolean {
  const bare = text.replace(nods, "").trim();
  return bare === "" || slashCommand.test(bare) || acknowledgement.test(bare) || acknowledgementZh.test(bare);
}

/** Long enough to be understood alone: letters, or Chinese, Japanese and Korean signs, which each are a word. */
function speaksForItself(text: string): boolean {
  const signs = text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
  const letters = text.match(/[\p{L}\d]/gu)?.length ?? 0;
  return signs >= 8 || letters >= 40;
}

/** What the agent said last. A claim: nothing of it was checked. */
export function lastMessage({ told }: WorkbenchSnapshot): Packet["last_message"] {
  const saying = told.now?.lastSaying ?? null;
  return saying === null ? null : { text: saying.text.slice(-longestMessage), at: saying.at };
}

export function toldContext({ told }: WorkbenchSnapshot): Packet["context_usage"] {
  const use = told.now === null ? null : contextUse(told.now);
  return use === null || use.window === null ? null : { tokens: use.tokens, window: use.window };
}

function ofNow({ now }: WorkbenchSnapshot["told"]): readonly SessionFacts[] {
  return now === null ? [] : [now];
}
