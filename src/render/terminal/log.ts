import type { PacketStatus } from "../../domain/packet.ts";
import { code, data, word } from "../document/inline.ts";
import { terminalText } from "../neutral.ts";
import type { LogEntry, LogView } from "../views.ts";
import { layOut } from "./lay-out.ts";
import type { TerminalStyle } from "./style.ts";
import { displayWidth, fitWidth } from "./width.ts";

const marks: Readonly<Record<PacketStatus, string>> = { active: "●", superseded: "○", archived: "–" };
const gap = "  ";

/** One packet a line, newest first; columns as wide as their content, the branch gives way when room is short. */
export function renderLog(view: LogView, style: TerminalStyle): string {
  const { terminal, packetStatus } = style.words;
  if (view.packets.length === 0) return layOut([word(terminal.logEmpty)], style);
  const header = [terminal.packet, terminal.status, terminal.branch, terminal.topic, terminal.created];
  const rows = view.packets.map((entry) => [
    terminalText(code(entry.packet_id)),
    `${marks[entry.status]} ${packetStatus[entry.status]}`,
    entry.branch === null ? style.words.common.noBranch : terminalText(code(entry.branch)),
    terminalText(code(entry.topic)),
    terminalText(data(minute(entry))),
  ]);
  const widths = columnWidths([header, ...rows], style.columns);
  const cells = (row: readonly string[]): string[] => row.map((cell, index) => fitWidth(cell, widths[index] ?? 0));
  return [
    style.paint.dim(cells(header).join(gap).trimEnd()),
    ...rows.map((row, index) => {
      const text = cells(row).join(gap).trimEnd();
      const active = view.packets[index]?.status === "active";
      return active ? style.paint.strong(text) : text;
    }),
  ].join("\n");
}

/** To the minute: "2026-11-30 07:29Z". */
function minute({ created_at: at }: LogEntry): string {
  return at === null ? "" : at.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*Z$/, "$1 $2Z");
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
