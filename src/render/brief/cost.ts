import { estimateTokenCount } from "tokenx";

export interface Cost {
  readonly tokens: number;
  readonly chars: number;
}

/** What lines cost, each with its line break: never less than the text that they make. */
export function costOf(lines: readonly string[]): Cost {
  let tokens = 0;
  let chars = 0;
  for (const line of lines) {
    tokens += estimateTokenCount(line) + 1;
    chars += line.length + 1;
  }
  return { tokens, chars };
}

/** What a piece of a line costs, rounded down, to take it off what was set aside for it. */
export function costOfPiece(text: string): Cost {
  return { tokens: Math.max(0, estimateTokenCount(text) - 1), chars: text.length };
}

export function add(a: Cost, b: Cost): Cost {
  return { tokens: a.tokens + b.tokens, chars: a.chars + b.chars };
}

export function subtract(a: Cost, b: Cost): Cost {
  return { tokens: a.tokens - b.tokens, chars: a.chars - b.chars };
}
