import { createView, type Stretch, type View } from "./view.ts";

/** A line break inside a word: continued, wrapped, quoted, as an escape, or as two string literals put together. */
const breaks =
  /\\?\r?\n[ \t]{0,80}(?:[>|│+][ \t]{1,4})?|(?:\\\\)?(?:\\r)?\\n[ \t]{0,80}|(["'`])[ \t]{0,20}(?:[+.&\\]|\.\.)?\s{0,80}(?:[+.&][ \t]{0,20})?\1/g;
const longestRun = 4000;
const shortestSeam = 20;

const isToken = new Uint8Array(128);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+/=.~-")
  isToken[char.charCodeAt(0)] = 1;

function isTokenAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 && isToken[code] === 1;
}

/**
 * The places where a word may go on after a line break: the runs of token characters on both sides, put together; over
 * several breaks where whole lines are such runs. Two characters before the first run show how it begins.
 */
export function viewSeams(text: string): View | null {
  const groups: Stretch[][] = [];
  let group: Stretch[] = [];
  let runEnd = -1;
  for (const match of text.matchAll(breaks)) {
    const before = match.index;
    const after = before + match[0].length;
    if (!isTokenAt(text, before - 1) || !isTokenAt(text, after)) continue;
    if (runEnd !== before || group.length === 0) {
      if (isLong(group)) groups.push(group);
      let start = before;
      while (start > 0 && before - start < longestRun && start > runEnd && isTokenAt(text, start - 1)) start -= 1;
      group = [{ start: Math.max(0, start - 2), end: before }];
    }
    runEnd = after;
    while (runEnd - after < longestRun && isTokenAt(text, runEnd)) runEnd += 1;
    group.push({ start: after, end: runEnd });
  }
  if (isLong(group)) groups.push(group);
  return groups.length === 0 ? null : createView(text, groups);
}

function isLong(group: readonly Stretch[]): boolean {
  return group.reduce((sum, { start, end }) => sum + end - start, 0) >= shortestSeam;
}
