import type { Config } from "./config.ts";
import type { Workbench } from "./workbench.ts";

/** The task that the workbench says is being worked on; null when none is named. */
export function activeTaskId(workbench: Workbench): string | null {
  const { state, featureList, board } = workbench;
  const started = (board?.tasks ?? []).filter((task) => task.status === "in_progress");
  return state?.activeTaskId ?? featureList?.active ?? (started.length === 1 ? (started[0]?.id ?? null) : null);
}

/** The topic that is meant without anybody naming one; null when nothing names it. */
export function meantTopic(config: Config, workbench: Workbench): string | null {
  return config.topic ?? activeTaskId(workbench);
}

/** The topic of a thread of work that nobody named. */
export const defaultTopic = "main";
