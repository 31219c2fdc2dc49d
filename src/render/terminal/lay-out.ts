import type { Inline, Tone } from "../document/inline.ts";
import { terminalText } from "../neutral.ts";
import type { TerminalStyle } from "./style.ts";
import { displayWidth, splitAtWidth } from "./width.ts";

interface Piece {
  readonly text: string;
  readonly tones: readonly Tone[];
}

/** What must stay on one line, if it fits on one. */
interface Cluster {
  readonly pieces: readonly Piece[];
  readonly width: number;
  readonly spaceBefore: boolean;
}

/** `first` is put before the first line and `hanging` blanks before the others. */
interface Margins {
  readonly first?: string;
  readonly hanging?: number;
}

/** One logical line, wrapped to the columns of the terminal, as text without a final newline. */
export function layOut(inlines: readonly Inline[], style: TerminalStyle, margins: Margins = {}): string {
  const first = margins.first ?? "";
  const hanging = " ".repeat(margins.hanging ?? 0);
  const lines: string[] = [];
  let line = first;
  let used = displayWidth(first);
  let empty = true;
  const breakLine = (): void => {
    lines.push(line);
    line = hanging;
    used = hanging.length;
    empty = true;
  };
  for (const cluster of clusters(pieces(inlines, []))) {
    const space = cluster.spaceBefore && !empty ? 1 : 0;
    if (!empty && used + space + cluster.width > style.columns) breakLine();
    else if (space === 1) {
      line += " ";
      used += 1;
    }
    for (const piece of cluster.pieces) {
      let rest = piece.text;
      while (rest !== "") {
        const [fits, left] = splitAtWidth(rest, Math.max(2, style.columns - used));
        line += paintPiece({ text: fits, tones: piece.tones }, style);
        used += displayWidth(fits);
        empty = false;
        rest = left;
        if (rest !== "") breakLine();
      }
    }
  }
  return [...lines, line].map((text) => text.trimEnd()).join("\n");
}

function pieces(inlines: readonly Inline[], tones: readonly Tone[]): Piece[] {
  return inlines.flatMap((inline): Piece[] => {
    if (inline.kind === "tone") return pieces(inline.children, [inline.tone, ...tones]);
    return [{ text: inline.kind === "word" ? inline.text : terminalText(inline), tones }];
  });
}

function paintPiece(piece: Piece, style: TerminalStyle): string {
  return piece.tones.reduce((text, name) => style.paint[name](text), piece.text);
}

/** Closing marks stay with what they close, also where CJK text could break. */
const closing = /^[，。：；、！？）】」』》〉”’…·,.:;!?)\]}]$/u;
const opening = /^[（【「『《〈“‘([{]$/u;

/** A line may break at blanks and beside wide characters. */
function clusters(runs: readonly Piece[]): Cluster[] {
  const found: Cluster[] = [];
  let current: Piece[] = [];
  let width = 0;
  let space = false;
  let previous = "";
  const close = (): void => {
    if (current.length > 0) found.push({ pieces: current, width, spaceBefore: space });
    current = [];
    width = 0;
    space = false;
    previous = "";
  };
  for (const { text, tones } of runs) {
    for (const character of text) {
      if (character === " ") {
        close();
        space = true;
        continue;
      }
      const wide = displayWidth(character) === 2;
      const mayBreak = previous !== "" && (wide || displayWidth(previous) === 2);
      if (mayBreak && !closing.test(character) && !opening.test(previous)) close();
      current = append(current, character, tones);
      width += displayWidth(character);
      previous = displayWidth(character) === 0 ? previous : character;
    }
  }
  close();
  return found;
}

function append(to: readonly Piece[], text: string, tones: readonly Tone[]): Piece[] {
  const last = to.at(-1);
  if (last === undefined || last.tones !== tones) return [...to, { text, tones }];
  return [...to.slice(0, -1), { text: last.text + text, tones }];
}
