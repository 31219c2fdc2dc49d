import { asQuotedData } from "../domain/text/as-quoted-data.ts";
import { codeSpan } from "../domain/text/code-span.ts";
import { fence } from "../domain/text/fence.ts";
import { neutraliseMarkdownInline } from "../domain/text/neutralise-markdown-inline.ts";
import { neutraliseTerminal } from "../domain/text/neutralise-terminal.ts";
import { quoteForOneLine } from "../domain/text/quote-for-one-line.ts";
import type { Foreign } from "./document/inline.ts";

/** How text of others enters each kind of output: the only functions through which it does. */

export function terminalText({ kind, text }: Foreign): string {
  if (kind === "path") return quoteForOneLine(text);
  if (kind === "code") return neutraliseTerminal(text, { oneLine: true });
  return neutraliseTerminal(text).replace(/\s+/gu, " ").trim();
}

/**
 * Names, numbers and addresses of these shapes become links wherever Markdown is shown; forges notify the people named
 * and even close the issues numbered. In code they do not.
 */
const references =
  /(?:(?<![\p{L}\p{N}_/.@-])(?:@[A-Za-z0-9][A-Za-z0-9/-]*|(?:[\w.-]+\/[\w.-]+)?[#!]\d+|GH-\d+)|(?:[A-Za-z][A-Za-z0-9+.-]{0,20}:\/\/|www\.)\S+)+/gu;

export function markdownText({ kind, text }: Foreign): string {
  if (kind === "path") return codeSpan(quoteForOneLine(text));
  if (kind === "code") return codeSpan(text);
  const line = terminalText({ kind, text });
  let shown = "";
  let from = 0;
  for (const found of line.matchAll(references)) {
    shown += inlinePart(line.slice(from, found.index)) + codeSpan(found[0]);
    from = found.index + found[0].length;
  }
  return shown + inlinePart(line.slice(from));
}

/** The blanks at the ends of a part of a line are blanks between words. */
function inlinePart(text: string): string {
  const [before, after] = [text.startsWith(" ") ? " " : "", text.endsWith(" ") && text.length > 1 ? " " : ""];
  return before + neutraliseMarkdownInline(text) + after;
}

export function markdownFence(text: string): string {
  return fence(text, "text").trimEnd();
}

/** Lines of somebody's text, neutralised, to stand one by one behind a mark that they cannot remove. */
export function quotedLines(text: string): string[] {
  return neutraliseTerminal(text).split("\n");
}

/** Text inside one line of injected context. */
export function briefText({ kind, text }: Foreign): string {
  if (kind === "path") return codeSpan(briefLines(quoteForOneLine(text)).join(""));
  if (kind === "code") return codeSpan(briefLines(text).join("\n"));
  return briefLines(text).join(" ").replace(/\s+/gu, " ").trim();
}

/** The same text as lines: without what a client would take for a change of speaker. */
export function briefLines(text: string): string[] {
  return dataBlock("", text.split("\n")).lines;
}

interface DataBlock {
  readonly open: string;
  readonly lines: string[];
  readonly close: string;
}

/** A block of data for injected context, in parts, so that lines can be left out of it. */
export function dataBlock(label: string, content: readonly string[]): DataBlock {
  // A final newline of the content would be taken for the end of its last line.
  const [open = "", ...rest] = asQuotedData(label, `${content.join("\n")}\n`).split("\n");
  return { open, lines: rest.slice(0, -2).map((line) => line.slice(dataMark.length)), close: rest.at(-2) ?? "" };
}

/** What every line of such a block begins with. */
export const dataMark = "| ";
