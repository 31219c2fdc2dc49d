import type { ScopeContract } from "../domain/workbench.ts";

/**
 * The contract of the active task, wherever it lies; else the first that is not archived. Archived contracts of other
 * tasks belong to work that is over.
 */
export function chooseContract(contracts: readonly ScopeContract[], activeTask: string | null): ScopeContract | null {
  const own = activeTask === null ? undefined : contracts.find(({ taskId }) => taskId === activeTask);
  return own ?? contracts.find(({ ref }) => !isArchived(ref.path)) ?? null;
}

function isArchived(path: string): boolean {
  return /(?:^|\/)scope\/closed\/[^/]+$/.test(path);
}
