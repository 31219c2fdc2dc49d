import type { Packet, PacketEffect } from "../../domain/packet.ts";
import { bullets, item, paragraph, type Block, type Section } from "../document/document.ts";
import { code, data, filePath, tone, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import type { Words } from "../words/words.ts";
import { taskStatusWord } from "../task-status.ts";
import { foldedList, list } from "./lists.ts";
import { aside, attribution } from "../parts.ts";

export function describeQuestions(packet: Packet, words: Words): Section | null {
  return section(
    words.handoff.questions,
    packet.questions_for_human.map(({ id, text, author, at }) =>
      item([data(text), ...aside(say(words.handoff.askedBy, { by: attribution(author, at), id: code(id) }), words)]),
    ),
  );
}

export function describeRisks(packet: Packet, words: Words): Section {
  const items = packet.open_risks.map(({ severity, code: name, detail }) =>
    item([word(`[${words.severities[severity]}] `), code(name), word(words.colon), data(detail)]),
  );
  return { title: words.handoff.openRisks, blocks: [list(items, words)] };
}

export function describeAssumptions(packet: Packet, words: Words): Section | null {
  return section(
    words.handoff.assumptions,
    packet.assumptions_to_validate.map(({ text, source }) =>
      item([...claim(words), data(text), ...sourced(source, words)]),
    ),
  );
}

/** The user's words, verbatim and line by line, each with who said it. */
export function describeConstraints(packet: Packet, words: Words): Section | null {
  if (packet.constraints.length === 0) return null;
  const blocks = packet.constraints.flatMap(({ text, author, at }): Block[] => [
    paragraph([...attribution(author, at), word(words.colon)]),
    { kind: "quote", text },
  ]);
  return { title: words.handoff.constraints, blocks: [paragraph([word(words.handoff.constraintsNote)]), ...blocks] };
}

/** What the user asked for last, verbatim. */
export function describeLastRequest(packet: Packet, words: Words): Section | null {
  const request = packet.last_request;
  if (request === null) return null;
  const texts = [...(request.before ? [request.before.text] : []), request.text];
  return { title: words.handoff.lastRequest, blocks: texts.map((text) => ({ kind: "quote", text })) };
}

/** What the agent said last; nothing of it was checked. */
export function describeLastMessage(packet: Packet, words: Words): Section | null {
  const { last_message: message = null } = packet;
  if (message === null) return null;
  return {
    title: words.handoff.lastMessage,
    blocks: [paragraph([word(words.handoff.lastMessageNote)]), { kind: "quote", text: message.text }],
  };
}

export function describeDecisions(packet: Packet, words: Words): Section | null {
  return section(
    words.handoff.decisions,
    packet.decisions.map(({ text, author, at }) => item([data(text), ...aside(attribution(author, at), words)])),
  );
}

/** What somebody says is done. Nothing here was checked, and it says so at every line. */
export function describeDone(packet: Packet, words: Words): Section | null {
  const items = packet.done.map(({ text, author, at }) =>
    item([...claim(words), data(text), ...aside(attribution(author, at), words)]),
  );
  return items.length === 0
    ? null
    : { title: words.handoff.done, blocks: [paragraph([word(words.handoff.claimsNote)]), bullets(items)] };
}

const effectTones = { done: "good", unknown: "bad", not_done: "dim" } as const;

export function describeEffects(packet: Packet, words: Words): Section | null {
  if (packet.effects.length === 0) return null;
  const { handoff, effectStates } = words;
  const items = packet.effects.map(({ what, state, probe, source }) =>
    item([
      tone(effectTones[state], word(`[${effectStates[state]}] `)),
      data(what),
      ...describeProbe(state, probe, words),
      ...sourced(source, words),
    ]),
  );
  return { title: handoff.effects, blocks: [paragraph([word(handoff.effectsNote)]), bullets(items)] };
}

/** A way to find out matters where nobody knows: its absence is said only there. */
function describeProbe(state: PacketEffect["state"], probe: string | null, words: Words): Inline[] {
  if (probe !== null) return [word(words.gap), ...say(words.common.probe, { probe: code(probe) })];
  return state === "unknown" ? [word(words.gap + words.common.noProbe)] : [];
}

export function describeTodo(packet: Packet, words: Words): Section | null {
  if (packet.todo.length === 0) return null;
  const items = packet.todo.map(({ text, status, source }) =>
    item([word("["), taskStatusWord(status, words), word("] "), data(text), ...sourced(source, words)]),
  );
  return { title: words.handoff.todo, blocks: [foldedList(items, words.handoff.allEntries, words)] };
}

function claim(words: Words): Inline[] {
  return [tone("warn", word(words.common.claim)), word(words.colon)];
}

function sourced(source: string, words: Words): Inline[] {
  return aside(say(words.common.source, { source: filePath(source) }), words);
}

function section(title: string, items: Parameters<typeof bullets>[0]): Section | null {
  return items.length === 0 ? null : { title, blocks: [bullets(items)] };
}
