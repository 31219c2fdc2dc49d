import type { OutputExcerpt } from "../workbench.ts";
import { cutLine } from "./cut-line.ts";
import { createErrorCollector } from "./error-lines.ts";
import { createLineReader } from "./read-lines.ts";

const headLines = 5;
const tailLines = 30;
const lineLimit = 2000;
const errorLineLimit = 500;
/** Lines kept around head and tail until the end, so that a secret of several lines is redacted as a whole. */
const contextLines = 120;
const contextCharacters = 128_000;

export interface ExcerptCollector {
  readonly add: (line: string, cut: number) => void;
  /** Redacts first and cuts afterwards: half a secret would no longer look like one. */
  readonly finish: (redact: (text: string) => string) => OutputExcerpt;
}

/** Head, tail and error lines of one output stream, in bounded memory whatever its length. */
export function createExcerptCollector(): ExcerptCollector {
  const errors = createErrorCollector();
  const first: string[] = [];
  let firstCharacters = 0;
  let firstOpen = true;
  let last: string[] = [];
  let lastStart = 0;
  let lastCharacters = 0;
  let total = 0;

  return {
    add: (line, cut) => {
      errors.add(line, cut);
      total += 1;
      const text = cut > 0 ? cutLine(line, line.length, cut) : line;
      firstOpen &&=
        first.length < headLines || (first.length < headLines + contextLines && firstCharacters < contextCharacters);
      if (firstOpen) {
        first.push(text);
        firstCharacters += text.length;
        return;
      }
      last.push(text);
      lastCharacters += text.length;
      while (
        last.length - lastStart > tailLines &&
        (last.length - lastStart > tailLines + contextLines || lastCharacters > contextCharacters)
      ) {
        lastCharacters -= last[lastStart]?.length ?? 0;
        last[lastStart] = "";
        lastStart += 1;
      }
      if (lastStart > 1024) {
        last = last.slice(lastStart);
        lastStart = 0;
      }
    },
    finish: (redact) => {
      const rest = last.slice(lastStart);
      const whole = first.length + rest.length === total;
      const split = (lines: readonly string[]) => (lines.length === 0 ? [] : redact(lines.join("\n")).split("\n"));
      const all = split(whole ? [...first, ...rest] : first);
      const head = all.slice(0, headLines);
      const tail = (whole ? all.slice(headLines) : split(rest)).slice(-tailLines);
      return {
        head: head.map((line) => cutLine(line, lineLimit)).join("\n"),
        tail: tail.map((line) => cutLine(line, lineLimit)).join("\n"),
        omittedLines: whole ? Math.max(0, all.length - head.length - tail.length) : total - head.length - tail.length,
        errorLines: errors.lines().map(({ text, cut }) => cutLine(redact(text), errorLineLimit, cut)),
      };
    },
  };
}

/** The same of a text that is there as a whole and is redacted already. */
export function excerptOf(text: string): OutputExcerpt {
  const collector = createExcerptCollector();
  const reader = createLineReader({ line: collector.add, cleared: () => undefined });
  reader.push(new TextEncoder().encode(text));
  reader.end();
  return collector.finish((same) => same);
}
