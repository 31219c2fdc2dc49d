import type { PacketStatus } from "../../domain/packet.ts";
import { code, word, type Inline } from "../document/inline.ts";
import { terminalText } from "../neutral.ts";
import type { LogView } from "../views.ts";
import { layOut } from "./lay-out.ts";
import { minute } from "./minute.ts";
import { renderItem } from "./rows.ts";
import { describeOrigin, renderOffers } from "./share.ts";
import type { TerminalStyle } from "./style.ts";
import { displayWidth, fitWidth } from "./width.ts";

const marks: Readonly<Record<PacketStatus, string>> = { active: "●", superseded: "○", archived: "–" };
const gap = "  ";
/** Less for branch and topic together tells neither. */
const narrowest = 16;

/** One packet a line, newest first; columns as wide as their content, the branch gives way when room is short. */
export function renderLog(view: LogView, style: TerminalStyle): string {
  const { terminal, packetStatus } = style.words;
  const more = [...describeOrigins(view, style), ...renderOffers(view.offers ?? [], style)];
  if (view.packets.length === 0) return [layOut([word(terminal.logEmpty)], style), ...more].join("\n");
  const header = [terminal.packet, terminal.status, terminal.branch, terminal.topic, terminal.created];
  const rows = view.packets.map((entry) => [
    terminalText(code(entry.packet_id)),
    `${marks[entry.status]} ${packetStatus[entry.status]}`,
    entry.branch === null ? style.words.common.noBranch : terminalText(code(entry.branch)),
    terminalText(code(entry.topic)),
    entry.created_at === null ? "" : textOf(minute(entry.created_at)),
  ]);
  if (roomFor([header, ...rows], style.columns) < narrowest)
    return [
      ...rows.map(([id = "", status = "", ...rest]) => stacked(`${id}${gap}${status}`, rest, style)),
      ...more,
    ].join("\n");
  const widths = columnWidths([header, ...rows], style.columns);
  const cells = (row: readonly string[]): string[] => row.map((cell, index) => fitWidth(cell, widths[index] ?? 0));
  return [
    style.paint.dim(cells(header).join(gap).trimEnd()),
    ...rows.map((row, index) => {
      const text = cells(row).join(gap).trimEnd();
      const active = view.packets[index]?.status === "active";
      return active ? style.paint.strong(text) : text;
    }),
    ...more,
  ].join("\n");
}

/** What branch and topic get together. */
function roomFor(rows: readonly (readonly string[])[], columns: number): number {
  const fixed = [0, 1, 4].map((index) => Math.max(0, ...rows.map((row) => displayWidth(row[index] ?? ""))));
  return columns - fixed.reduce((sum, width) => sum + width, 0) - 4 * gap.length;
}

/** On a narrow terminal: which packet, and below it where it belongs. */
function stacked(head: string, rest: readonly string[], style: TerminalStyle): string {
  return [fitWidth(head, style.columns).trimEnd(), layOut([word(`  ${rest.join(" · ")}`)], style, { hanging: 2 })].join(
    "\n",
  );
}

/** Below the table: who shared what was not made here. */
function describeOrigins({ packets }: LogView, style: TerminalStyle): string[] {
  return packets.flatMap(({ packet_id, origin }) =>
    origin == null
      ? []
      : [renderItem("←", [code(packet_id), word(" "), ...describeOrigin(origin, style.words)], style, 0)],
  );
}

function textOf(inline: Inline): string {
  if (inline.kind === "word") return inline.text;
  return inline.kind === "tone" ? inline.children.map(textOf).join("") : terminalText(inline);
}

/** The widest cell each; branch and topic share what is left of the line. */
function columnWidths(rows: readonly (readonly string[])[], columns: number): number[] {
  const widest = (index: number): number => Math.max(0, ...rows.map((row) => displayWidth(row[index] ?? "")));
  const [id = 0, status = 0, branch = 0, topic = 0, created = 0] = [0, 1, 2, 3, 4].map(widest);
  const room = columns - id - status - created - 4 * gap.length;
  if (branch + topic <= room) return [id, status, branch, topic, created];
  const forTopic = Math.min(topic, Math.max(5, Math.floor(room / 2), room - branch));
  return [id, status, Math.max(5, room - forTopic), forTopic, created];
}
