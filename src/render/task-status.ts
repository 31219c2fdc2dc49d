import type { TaskStatus } from "../domain/workbench.ts";
import { data, word, type Inline } from "./document/inline.ts";
import type { Words } from "./words/words.ts";

/** A board's status in words; a status of another vocabulary as it stands. */
export function taskStatusWord(status: string, words: Words): Inline {
  return isTaskStatus(status, words) ? word(words.taskStatus[status]) : data(status);
}

function isTaskStatus(status: string, words: Words): status is TaskStatus {
  return Object.hasOwn(words.taskStatus, status);
}
