import type { TodoItem } from "../../domain/session/session-event.ts";
import { isFields, textOf, wordOf } from "../fields.ts";

const statuses: Readonly<Record<string, TodoItem["status"]>> = {
  pending: "todo",
  in_progress: "in_progress",
  completed: "done",
};

/** The list as it stands; what was cancelled is no longer on it. Null where there is no list. */
export function todosOf(value: unknown): TodoItem[] | null {
  if (!Array.isArray(value)) return null;
  return value.flatMap((one): TodoItem[] => {
    const text = isFields(one) ? textOf(one["content"]) : null;
    const status = isFields(one) ? wordOf(one["status"]) : "";
    const known = Object.hasOwn(statuses, status) ? statuses[status] : undefined;
    return text === null || known === undefined ? [] : [{ text, status: known }];
  });
}
