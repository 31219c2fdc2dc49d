import type { SessionFacts } from "./session-facts.ts";

export interface ContextUse {
  readonly tokens: number;
  /** null: not known, and nothing is said about it. */
  readonly window: number | null;
}

/**
 * Windows by the beginning of a model's name, as the makers publish them (model overviews of Anthropic and Google,
 * 2026). Only for clients whose transcripts do not tell; a model that is not here is unknown, which is better than wrong.
 */
const windows: readonly (readonly [RegExp, number])[] = [
  [/^claude-.*\[1m\]$/, 1_000_000],
  [/^claude-(?:3|opus-4|sonnet-4|haiku-4)/, 200_000],
  [/^gemini-(?:2\.|3)/, 1_048_576],
];

export function windowOf(model: string | null): number | null {
  if (model === null) return null;
  return windows.find(([pattern]) => pattern.test(model))?.[1] ?? null;
}

/** Tokens in the context now and its size: told by the client, else known of the model. null without any figure. */
export function contextUse({ context, model }: Pick<SessionFacts, "context" | "model">): ContextUse | null {
  if (context === null) return null;
  const window = context.window ?? windowOf(model);
  // More than fits: the window is another one than we think.
  return { tokens: context.tokens, window: window !== null && context.tokens > window ? null : window };
}
