import type { AddedLines } from "../../scene.ts";
import type { WorkbenchSnapshot } from "../../snapshot.ts";
import { languageOf, type Family } from "../languages.ts";
import { isBracketLine, looksLikeCode } from "../looks-like-code.ts";
import { maskLines, type MaskedLine } from "../mask-lines.ts";
import { isExamplePath, isForeignText } from "../path-kinds.ts";
import { block, excerpt, type Found } from "../rule.ts";

/** Fewer lines of commented-out code are a hint to the reader as often as a leftover. */
const shortest = 3;

/** Blocks of commented-out code among the added lines: one issue a block. */
export function checkCommentedCode(snapshot: WorkbenchSnapshot): readonly Found[] {
  return snapshot.work.added.flatMap((run) =>
    findCommentedCode(run).map(({ start, lines }) =>
      block({
        code: "commented_code",
        path: run.path,
        detail: `${run.path}: ${lines.length} lines of commented-out code from line ${start}: ${excerpt(lines[0] ?? "")}`,
        suggestion: "take the block out (history keeps it), or say in words what it is for",
      }),
    ),
  );
}

interface CommentedBlock {
  readonly start: number;
  readonly lines: readonly string[];
}

export function findCommentedCode(run: AddedLines): readonly CommentedBlock[] {
  const language = languageOf(run.path);
  if (language === null || !run.lines.some(beginsWithComment)) return [];
  if (isForeignText(run.path) || isExamplePath(run.path)) return [];
  const masked = maskLines(run.lines, language);
  const blocks: CommentedBlock[] = [];
  for (let at = 0; at < masked.length; at += 1) {
    const end = endOfComment(masked, at);
    if (end === at) continue;
    blocks.push(...findInComment({ comment: masked.slice(at, end), start: run.start + at, family: language.family }));
    at = end - 1;
  }
  return blocks;
}

function beginsWithComment(line: string): boolean {
  return /^\s*(?:\/\/|\/\*|#|--)/.test(line);
}

/** End of the run of whole-line comments of one kind that begins here; doc comments show code on purpose. */
function endOfComment(masked: readonly MaskedLine[], start: number): number {
  const kind = masked[start]?.kind;
  if (kind !== "line" && kind !== "block") return start;
  let end = start;
  while (masked[end]?.kind === kind && masked[end]?.code.trim() === "") end += 1;
  return end;
}

interface CommentRun {
  readonly comment: readonly MaskedLine[];
  readonly start: number;
  readonly family: Family;
}

/** Stretches of code lines. Blank lines do not interrupt it, a sentence does; brackets alone are no code. */
function findInComment({ comment, start, family }: CommentRun): readonly CommentedBlock[] {
  const texts = comment.map((line) => line.comment ?? "");
  if (/\b(?:copyright|licen[sc]ed?|spdx)\b/i.test(texts.join(" "))) return [];
  const blocks: CommentedBlock[] = [];
  let first = -1;
  let count = 0;
  let brackets = 0;
  let last = -1;
  const close = (): void => {
    if (count > 1 && count + brackets >= shortest && !isIntroduced(texts, first)) {
      const lines = comment.slice(first, last + 1).map((line) => line.original);
      blocks.push({ start: start + first, lines });
    }
    first = -1;
    count = 0;
    brackets = 0;
  };
  texts.forEach((text, at) => {
    if (looksLikeCode(text, family)) {
      if (first === -1) first = at;
      count += 1;
      last = at;
    } else if (first !== -1 && isBracketLine(text)) {
      brackets += 1;
      last = at;
    } else if (text.trim() !== "") {
      close();
    }
  });
  close();
  return blocks;
}

/** "Example:", "usage:", "e.g." in the comment above the code: it is shown on purpose. */
function isIntroduced(texts: readonly string[], first: number): boolean {
  const above = texts.slice(0, first).findLast((text) => text.trim() !== "") ?? "";
  return /:\s*$|\b(?:examples?|usage|e\.g\.|for instance|such as|looks? like|equivalent|output|grammar|syntax|format|pseudo)\b/i.test(
    above,
  );
}
