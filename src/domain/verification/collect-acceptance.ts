import type { Config } from "../config.ts";
import { sameCommand } from "../feedback/quote-command.ts";
import type { AcceptanceEntry } from "../verification.ts";
import type { ScopeContract, Task, Workbench } from "../workbench.ts";
import { tellCommand } from "./tell-command.ts";

/**
 * What has to hold before the task counts as done: the commands of the config, then what the task's own artifacts
 * declare (scope contract, board, feature list). Nothing that one of them declares is dropped because another one is
 * silent; what two declare counts once, for the first.
 */
export function collectAcceptance(
  config: Config,
  workbench: Workbench,
  taskId: string | null,
): readonly AcceptanceEntry[] {
  const entries = [...fromConfig(config), ...fromTask(workbench, taskId)];
  return entries.filter((entry, at) => !entries.slice(0, at).some((earlier) => isSameEntry(earlier, entry)));
}

/** The config lists commands by contract, so nothing there is taken for a sentence. */
function fromConfig(config: Config): readonly AcceptanceEntry[] {
  return config.acceptance
    .map((one) => (typeof one === "string" ? { command: one, cwd: "", timeout: null } : one))
    .filter(({ command }) => command.trim() !== "")
    .map(({ command, cwd, timeout }) => ({
      text: command,
      command: command.trim(),
      cwd: normaliseFolder(cwd),
      timeoutMs: timeout === null ? null : timeout * 1000,
      source: "config",
      field: "acceptance",
    }));
}

function fromTask(workbench: Workbench, taskId: string | null): readonly AcceptanceEntry[] {
  const { contract, board, featureList } = workbench;
  const task = findTask(board?.tasks ?? [], taskId);
  const named = findTask(featureList?.features ?? [], taskId);
  const own = [
    ...(contract !== null && covers(contract, taskId) ? fromContract(contract) : []),
    ...(board !== null && task !== null ? fromTexts(task.acceptance, board.ref.path, "acceptance") : []),
    ...(featureList !== null && named !== null ? fromTexts(named.acceptance, featureList.ref.path, "done_when") : []),
  ];
  if (own.length > 0) return own;
  // Ids of board and feature list may be of two kinds (T-001, a slug): the one active feature is then the task.
  const active = findTask(featureList?.features ?? [], featureList?.active ?? null);
  if (featureList !== null && active !== null) return fromTexts(active.acceptance, featureList.ref.path, "done_when");
  return contract !== null && task === null ? fromContract(contract) : [];
}

/** The contract of this task, one without a task, or the project's own (its ids begin with P-). */
function covers(contract: ScopeContract, taskId: string | null): boolean {
  return taskId === null || contract.taskId === null || contract.taskId === taskId || contract.taskId.startsWith("P-");
}

/** The task of that id; without an id, the only one in progress. */
function findTask(tasks: readonly Task[], id: string | null): Task | null {
  const found = tasks.filter((task) => (id === null ? task.status === "in_progress" : task.id === id));
  return found.length === 1 || id !== null ? (found[0] ?? null) : null;
}

function fromContract(contract: ScopeContract): readonly AcceptanceEntry[] {
  return fromTexts(contract.acceptance, contract.ref.path, "acceptance_criteria");
}

/** Entries of one artifact; blank ones say nothing. */
export function fromTexts(texts: readonly string[], source: string, field: string): readonly AcceptanceEntry[] {
  return texts
    .filter((text) => text.trim() !== "")
    .map((text) => ({ text, command: tellCommand(text), cwd: "", timeoutMs: null, source, field }));
}

function isSameEntry(a: AcceptanceEntry, b: AcceptanceEntry): boolean {
  if (a.command === null || b.command === null) return collapse(a.command ?? a.text) === collapse(b.command ?? b.text);
  return a.cwd === b.cwd && sameCommand(a.command, { shell: b.command });
}

function collapse(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

/** "", ".", "./" are the top; no slash at either end. */
export function normaliseFolder(folder: string): string {
  return folder
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".")
    .join("/");
}
