import type { CleanRules } from "./clean-state.ts";
import type { ArtifactKind } from "./workbench.ts";

/** `passdown.config.json`, parsed and completed with defaults. */
export interface Config {
  readonly acceptance: readonly (string | AcceptanceCommand)[];
  /** Extra paths by kind, tried before the usual ones. */
  readonly artifacts: Readonly<Partial<Record<ArtifactKind, readonly string[]>>>;
  /** Expected branch patterns (globs); empty = any. */
  readonly branches: readonly string[];
  readonly topic: string | null;
  readonly language: "en" | "zh" | null;
  readonly feedback: { readonly keepLast: number };
  readonly packet: { readonly maxAgeDays: number };
  readonly prerequisites: readonly { readonly path: string; readonly why: string | null }[];
  readonly budget: BudgetLimits;
  readonly clean: CleanRules;
  /** Shares of the context window, 0 to 1. */
  readonly context: { readonly quietAt: number; readonly wrapUpAt: number };
  /** Folder (repo-relative or absolute) that published packets are copied to. */
  readonly export: string | null;
  readonly store: string | null;
  /** Remote that packets are shared through, and the ssh key that signs them; null = what git uses. */
  readonly share: { readonly remote: string | null; readonly signingKey: string | null };
}

export interface AcceptanceCommand {
  readonly command: string;
  /** Relative to the work tree's top; "" at the top. */
  readonly cwd: string;
  /** Seconds; null = no limit of its own. */
  readonly timeout: number | null;
}

/** null = no limit. */
export interface BudgetLimits {
  readonly attempts: number | null;
  readonly calls: number | null;
  readonly costUsd: number | null;
  readonly minutes: number | null;
}
