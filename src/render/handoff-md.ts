import type { Packet } from "../domain/packet.ts";
import { toMarkdown } from "./document/to-markdown.ts";
import { describePacket } from "./handoff/describe-packet.ts";
import type { Language } from "./words/words.ts";
import { wordsOf } from "./words/words-of.ts";

/**
 * handoff.md, from handoff.json alone: same packet and language, same bytes. The lifecycle has no part in it,
 * so that superseding a packet does not change its text.
 */
export function renderHandoff(packet: Packet, language: Language): string {
  return toMarkdown(describePacket(packet, wordsOf(language)));
}
