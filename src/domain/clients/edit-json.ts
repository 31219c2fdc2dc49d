import type { Node } from "jsonc-parser/lib/esm/main.js";
import { isComma, tokensBetween } from "./json-document.ts";
import type { TextEdit } from "./text-edit.ts";

export interface Layout {
  readonly eol: string;
  /** One level. */
  readonly indent: string;
}

/** The blanks before the first member of the first object that has lines of its own; two where none tells. */
export function layoutOf(text: string): Layout {
  const indent = /[{[][ \t]*\r?\n(?:[ \t]*\r?\n)*(?<blanks>[ \t]+)\S/.exec(text)?.groups?.["blanks"] ?? "  ";
  return { eol: /\r\n/.test(text) ? "\r\n" : "\n", indent };
}

/**
 * Puts one more thing behind the last of an object or array: `"key": value` or a value, as it would stand there alone.
 * What is there already keeps every byte, but for the comma that the last one may need.
 */
export function appendTo(text: string, container: Node, addition: { key?: string; value: unknown }): TextEdit[] {
  const { eol, indent } = layoutOf(text);
  const close = container.offset + container.length - 1;
  const last = container.children?.at(-1);
  const between = tokensBetween(text, last === undefined ? container.offset + 1 : last.offset + last.length, close);
  const trailingComma = between.some(isComma);
  const behind = between.at(-1)?.end ?? (last === undefined ? container.offset + 1 : last.offset + last.length);
  const outer = lineIndent(text, container.offset);
  // An empty one is opened up, unless the whole document stands in one line.
  const oneLiner = !text.trim().includes("\n") && text.trim() !== "{}";
  const inOneLine = (last !== undefined || oneLiner) && !text.slice(container.offset, close).includes("\n");
  const label = addition.key === undefined ? "" : `${JSON.stringify(addition.key)}: `;
  if (inOneLine) {
    const separator = last === undefined ? "" : trailingComma ? " " : ", ";
    const written = `${separator}${label}${JSON.stringify(addition.value)}${trailingComma ? "," : ""}`;
    return [{ offset: behind, removed: "", inserted: written }];
  }
  const inner = outer + indent;
  const value = JSON.stringify(addition.value, null, indent).replaceAll("\n", eol + inner);
  const needsComma = last !== undefined && !trailingComma;
  const closesOnOwnLine = text.slice(behind, close).includes("\n");
  const written = `${eol}${inner}${label}${value}${trailingComma ? "," : ""}${closesOnOwnLine ? "" : eol + outer}`;
  const comma = needsComma ? [{ offset: last.offset + last.length, removed: "", inserted: "," }] : [];
  return [...comma, { offset: behind + comma.length, removed: "", inserted: written }];
}

/** The blanks that the line of this place begins with. */
function lineIndent(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

/** Takes one thing out of an object or array, with its own line and one comma; comments of others stay. */
export function removeFrom(text: string, container: Node, child: Node): TextEdit[] {
  const children = container.children ?? [];
  const at = children.indexOf(child);
  const end = child.offset + child.length;
  const before = children[at - 1];
  const next = children[at + 1]?.offset ?? container.offset + container.length - 1;
  const comma = tokensBetween(text, end, next).find(isComma);
  const start = blanksBefore(text, child.offset);
  const [open, close] = [container.offset + 1, container.offset + container.length - 1];
  const alone = text.slice(open, child.offset).trim() === "" && /^[\s,]*$/.test(text.slice(end, close));
  if (alone) return [{ offset: open, removed: text.slice(open, close), inserted: "" }];
  const own = { offset: start, removed: text.slice(start, end), inserted: "" };
  if (comma !== undefined) {
    const whole = text.slice(end, comma.offset).trim() === "";
    return whole
      ? [{ ...own, removed: text.slice(start, comma.end) }]
      : [{ offset: comma.offset, removed: ",", inserted: "" }, own];
  }
  const earlier =
    before === undefined ? undefined : tokensBetween(text, before.offset + before.length, start).find(isComma);
  return earlier === undefined ? [own] : [own, { offset: earlier.offset, removed: ",", inserted: "" }];
}

/** From the end of the line before on, when nothing but blanks stands before it on its own. */
function blanksBefore(text: string, offset: number): number {
  const head = /(?:\r?\n)?[ \t]*$/.exec(text.slice(0, offset))?.[0] ?? "";
  return offset - head.length;
}
