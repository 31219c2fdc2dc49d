import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Thresholds } from "../domain/hooks/context-watch.ts";

/** What the hook has to know of the configuration, written at each session's start into `hook-settings.json`. */
export interface HookSettings {
  /** Acceptance commands, as written: their runs are tied to a tree. */
  readonly acceptance: readonly string[];
  readonly context: Thresholds;
}

const fallback: HookSettings = { acceptance: [], context: { quietAt: 0.5, wrapUpAt: 0.75 } };

export function readSettings(home: string): HookSettings {
  try {
    const value: unknown = JSON.parse(readFileSync(join(home, "hook-settings.json"), "utf8"));
    if (value === null || typeof value !== "object") return fallback;
    const { acceptance, context } = value as Partial<HookSettings>;
    return {
      acceptance: Array.isArray(acceptance) ? acceptance.filter((one) => typeof one === "string") : [],
      context:
        typeof context?.quietAt === "number" && typeof context.wrapUpAt === "number" ? context : fallback.context,
    };
  } catch {
    return fallback;
  }
}
