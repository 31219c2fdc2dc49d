import type { Inline } from "../document/inline.ts";
import { layOut } from "./lay-out.ts";
import type { TerminalStyle } from "./style.ts";
import { displayWidth } from "./width.ts";

/** Label in a column of its own, the value wrapped beside it. */
function renderRow(label: string, value: readonly Inline[], style: TerminalStyle, column: number): string {
  const head = `  ${style.paint.dim(label)}${" ".repeat(Math.max(1, column - displayWidth(label)))}`;
  const indent = 2 + Math.max(column, displayWidth(label) + 1);
  return head + layOut(value, style, { first: " ".repeat(indent), hanging: indent }).slice(indent);
}

export function renderRows(
  rows: readonly (readonly [label: string, value: readonly Inline[]])[],
  style: TerminalStyle,
): string[] {
  const column = Math.max(0, ...rows.map(([label]) => displayWidth(label))) + 2;
  return rows.map(([label, value]) => renderRow(label, value, style, column));
}

/** A line with a mark before it; further lines stand below the text, not below the mark. */
export function renderItem(mark: string, value: readonly Inline[], style: TerminalStyle, indent = 2): string {
  const first = `${" ".repeat(indent)}${mark} `;
  return layOut(value, style, { first, hanging: displayWidth(first) });
}
