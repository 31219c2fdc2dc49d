import type { Block, Item } from "../document/document.ts";
import { code, data, strong, tone, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import { describePacket } from "../handoff/describe-packet.ts";
import type { ShowView } from "../views.ts";
import { layOut } from "./lay-out.ts";
import type { TerminalStyle } from "./style.ts";
import { displayWidth } from "./width.ts";

/** The whole packet for reading: the document of handoff.md, with its lifecycle, laid out for the terminal. */
export function renderShow(packet: ShowView, style: TerminalStyle): string {
  const document = describePacket(packet, style.words);
  const blocks = [
    layOut([strong(...document.title)], style),
    layOut(describeLifecycle(packet, style), style),
    layOut([data(document.summary)], style),
    ...document.lead.flatMap((block) => renderBlock(block, 0, style)),
    ...document.sections.flatMap(({ title, blocks: content }) => [
      "",
      style.paint.strong(title),
      ...content.flatMap((block) => renderBlock(block, 2, style)),
    ]),
  ];
  return blocks.join("\n");
}

function describeLifecycle(packet: ShowView, { words }: TerminalStyle): Inline[] {
  const active = packet.status === "active";
  const status = tone(active ? "good" : "warn", word(`${active ? "●" : "○"} ${words.packetStatus[packet.status]}`));
  if (packet.superseded_by === null) return [status, word(" "), code(packet.packet_id)];
  return [status, word(words.comma), ...say(words.terminal.supersededBy, { id: code(packet.superseded_by) })];
}

function renderBlock(block: Block, indent: number, style: TerminalStyle): string[] {
  const margin = " ".repeat(indent);
  switch (block.kind) {
    case "paragraph":
      return [layOut(block.inlines, style, { first: margin, hanging: indent })];
    case "bullets":
      return block.items.flatMap((item) => renderItemBlock(item, indent, style));
    case "quote":
    case "fence":
      return block.text
        .split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/)
        .map((text) => layOut([data(text)], style, { first: `${margin}│ `, hanging: indent + displayWidth("│ ") }));
    case "fold":
      return [
        layOut(block.summary, style, { first: margin, hanging: indent }),
        ...block.blocks.flatMap((inner) => renderBlock(inner, indent, style)),
      ];
  }
}

function renderItemBlock(item: Item, indent: number, style: TerminalStyle): string[] {
  const line = layOut(item.inlines, style, { first: `${" ".repeat(indent)}- `, hanging: indent + 2 });
  return [line, ...item.blocks.flatMap((block) => renderBlock(block, indent + 2, style))];
}
