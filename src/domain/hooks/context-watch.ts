import { windowOf } from "../session/context-window.ts";

export interface ContextReading {
  readonly tokens: number;
  readonly window: number;
}

/** How much of a transcript's end is looked at, in bytes. */
export const tailBytes: number = 96 * 1024;

/**
 * Tokens in the context and its window, from the end of a transcript: the last figures that the client wrote.
 * null where it writes none, or where the window is not known: nothing is said then.
 */
export function readContext(client: string, tail: string, model: string | null): ContextReading | null {
  const figures = read(client, tail);
  if (figures === null) return null;
  const window = figures.window ?? windowOf(figures.model ?? model);
  return window === null || figures.tokens > window ? null : { tokens: figures.tokens, window };
}

interface Figures {
  readonly tokens: number;
  readonly window: number | null;
  readonly model: string | null;
}

function read(client: string, tail: string): Figures | null {
  switch (client) {
    case "claude":
      return readClaude(tail);
    case "codex":
      return readCodex(tail);
    case "gemini":
      return after(tail, '"tokens":{', (part) => ({
        tokens: number(part, "total"),
        window: null,
        model: lastText(tail, "model"),
      }));
    case "qwen":
      return after(tail, '"usageMetadata":{', (part) => ({
        tokens: number(part, "promptTokenCount"),
        window: lastNumber(tail, "contextWindowSize"),
        model: lastText(tail, "model"),
      }));
    default:
      return null;
  }
}

/**
 * Every part of the input counts: what came from the cache stands in the context as well. Results of sub-agents hold
 * figures of their own, so only the newest answer of the session itself is asked.
 */
function readClaude(tail: string): Figures | null {
  const lines = tail.split("\n");
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at] ?? "";
    if (!line.includes('"type":"assistant"') || line.includes('"isSidechain":true')) continue;
    const figures = after(line, '"usage":{"input_tokens":', (part) => ({
      tokens:
        number(part, "input_tokens") +
        number(part, "cache_read_input_tokens") +
        number(part, "cache_creation_input_tokens") +
        number(part, "output_tokens"),
      window: null,
      model: lastText(line, "model"),
    }));
    if (figures !== null) return figures;
  }
  return null;
}

function readCodex(tail: string): Figures | null {
  return after(tail, '"last_token_usage":{', (part) => ({
    tokens: number(part, "total_tokens"),
    window: lastNumber(tail, "model_context_window"),
    model: null,
  }));
}

/** The part behind the last occurrence of a mark. */
function after(tail: string, mark: string, figures: (part: string) => Figures): Figures | null {
  const at = tail.lastIndexOf(mark);
  if (at === -1) return null;
  const found = figures(tail.slice(at, at + 1200));
  return found.tokens > 0 ? found : null;
}

function number(part: string, key: string): number {
  return Number(new RegExp(`"${key}":(\\d+)`).exec(part)?.[1] ?? 0);
}

function lastNumber(tail: string, key: string): number | null {
  const at = tail.lastIndexOf(`"${key}":`);
  const found = at === -1 ? 0 : number(tail.slice(at, at + key.length + 24), key);
  return found > 0 ? found : null;
}

function lastText(tail: string, key: string): string | null {
  const at = tail.lastIndexOf(`"${key}":"`);
  if (at === -1) return null;
  const from = at + key.length + 4;
  return tail.slice(from, tail.indexOf('"', from));
}

export interface Thresholds {
  /** Shares of the window, 0 to 1. */
  readonly quietAt: number;
  readonly wrapUpAt: number;
}

export type Threshold = "quiet" | "wrap_up";

/** The highest threshold that was reached and not said yet; null when there is nothing to say. */
export function thresholdToSay(
  { tokens, window }: ContextReading,
  thresholds: Thresholds,
  said: readonly string[],
): Threshold | null {
  const share = tokens / window;
  if (share >= thresholds.wrapUpAt) return said.includes("wrap_up") ? null : "wrap_up";
  if (share >= thresholds.quietAt) return said.includes("quiet") || said.includes("wrap_up") ? null : "quiet";
  return null;
}

export function sayThreshold(threshold: Threshold, { tokens, window }: ContextReading): string {
  const percent = Math.floor((tokens / window) * 100);
  const used = `passdown: ${percent} % of the context window is used (${tokens} of ${window} tokens).`;
  if (threshold === "quiet") return `${used} Finish what is begun before you open anything new.`;
  return [
    `${used} Wrap up now: bring the present step to an end, say what comes next with`,
    '`passdown note next "..."`, and hand off: the packet is made at the end of this turn.',
  ].join(" ");
}
