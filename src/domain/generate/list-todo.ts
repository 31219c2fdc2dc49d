import type { Packet } from "../packet.ts";
import type { WorkbenchSnapshot } from "../snapshot.ts";
import { openNotes } from "./own-notes.ts";
import { toldTodo } from "./told.ts";

/** Open items of board and feature list, in their order, then those of the agent's own list. */
export function listTodo(snapshot: WorkbenchSnapshot): Packet["todo"] {
  const { board, featureList } = snapshot.workbench;
  const kept = [
    ...(board?.tasks ?? []).map((task) => ({ task, source: board?.ref.path ?? "" })),
    ...(featureList?.features ?? []).map((task) => ({ task, source: featureList?.ref.path ?? "" })),
  ]
    .filter(({ task }) => task.status !== "done")
    .map(({ task, source }) => ({
      text: task.goal.trim() === "" ? task.id : `${task.id}: ${task.goal}`,
      status: task.status,
      source,
    }));
  return [...kept, ...toldTodo(snapshot)];
}

/**
 * Every logged assumption, unless the review of this task scored its assumptions above 1.
 * A review scores them as a whole, so it clears all or none.
 */
export function openAssumptions(
  snapshot: Pick<WorkbenchSnapshot, "workbench" | "taskId" | "notes">,
): Packet["assumptions_to_validate"] {
  const { state, reviewReports } = snapshot.workbench;
  const validated = reviewReports
    .filter((review) => review.taskId === snapshot.taskId && snapshot.taskId !== null)
    .flatMap((review) => review.dimensions.filter((dimension) => dimension.name === "assumptions"));
  if (validated.length > 0 && validated.every((dimension) => dimension.score > 1)) return [];
  return [
    ...(state?.assumptions ?? []).map((text) => ({ text, source: state?.ref.path ?? "" })),
    ...openNotes(snapshot, "assume").map((note) => ({ text: note.text, source: `note ${note.id}` })),
  ];
}
