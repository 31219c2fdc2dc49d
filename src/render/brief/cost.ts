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

export function add(a: Cost, b: Cost): Cost {
  return { tokens: a.tokens + b.tokens, chars: a.chars + b.chars };
}

export function subtract(a: Cost, b: Cost): Cost {
  return { tokens: a.tokens - b.tokens, chars: a.chars - b.chars };
}
