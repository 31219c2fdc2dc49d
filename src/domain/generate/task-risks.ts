import type { Risk } from "../packet.ts";
import type { WorkbenchSnapshot } from "../snapshot.ts";
import { fromTexts } from "../verification/collect-acceptance.ts";
import type { Task } from "../workbench.ts";

const idsShown = 10;

/** Where the artifacts disagree about the task, and where one calls a task done that nothing can show. */
export function taskRisks(snapshot: WorkbenchSnapshot): readonly Risk[] {
  return [...disagreements(snapshot), ...claimedDone(snapshot)];
}

function disagreements({ workbench, taskId }: WorkbenchSnapshot): readonly Risk[] {
  const { state, board, contract } = workbench;
  const risks: Risk[] = [];
  const disagree = (detail: string): void => void risks.push({ severity: "warn", code: "tasks_disagree", detail });
  const about = contract?.taskId ?? null;
  // Ids that begin with P- are the project's own contract: it covers every task.
  if (contract !== null && about !== null && taskId !== null && about !== taskId && !about.startsWith("P-")) {
    disagree(`the active task is ${taskId}, ${contract.ref.path} is about ${about}`);
  }
  const active = state?.activeTaskId ?? null;
  const started = (board?.tasks ?? []).filter((task) => task.status === "in_progress").map((task) => task.id);
  if (state !== null && board !== null && active !== null && started.length > 0 && !started.includes(active)) {
    disagree(`${state.ref.path} works on ${active}, ${board.ref.path} has ${listIds(started)} in progress`);
  }
  return risks;
}

/** Only where this work wrote the list: what was ticked off elsewhere left its evidence there. */
function claimedDone({ workbench, work, scene }: WorkbenchSnapshot): readonly Risk[] {
  const touched = new Set([...work.changes, ...scene.dirty].map((file) => file.path));
  const { board, featureList } = workbench;
  const lists: readonly (readonly [string, readonly Task[]])[] = [
    ...(board === null ? [] : [[board.ref.path, board.tasks] as const]),
    ...(featureList === null ? [] : [[featureList.ref.path, featureList.features] as const]),
  ];
  return lists.flatMap(([path, tasks]): readonly Risk[] => {
    const claimed = touched.has(path) ? tasks.filter((task) => task.status === "done" && !isProvable(task, path)) : [];
    if (claimed.length === 0) return [];
    const detail = `${path}: claimed done, no evidence (no acceptance command): ${listIds(claimed.map((task) => task.id))}`;
    return [{ severity: "warn", code: "done_without_evidence", detail }];
  });
}

function isProvable(task: Task, path: string): boolean {
  return fromTexts(task.acceptance, path, "acceptance").some((entry) => entry.command !== null);
}

function listIds(ids: readonly string[]): string {
  const more = ids.length > idsShown ? ` and ${ids.length - idsShown} more` : "";
  return `${ids.slice(0, idsShown).join(", ")}${more}`;
}
