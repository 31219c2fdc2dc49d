import type { FeatureList, Task, TaskBoard, TaskStatus } from "../domain/workbench.ts";
import { describeType, has, own, type JsonObject } from "./json-value.ts";
import { readId, readObjects, readText, readTexts, type Entry } from "./read-fields.ts";
import { refOf, report, type Reading } from "./reading.ts";

const statuses: Readonly<Record<string, TaskStatus>> = {
  todo: "todo",
  to_do: "todo",
  open: "todo",
  in_progress: "in_progress",
  doing: "in_progress",
  active: "in_progress",
  done: "done",
  closed: "done",
  completed: "done",
  blocked: "blocked",
};

/** Of two entries with one id the less finished one stands. */
const worstFirst: readonly TaskStatus[] = ["in_progress", "blocked", "todo", "done"];

const acceptanceFields = ["acceptance", "acceptance_criteria", "done_when"];

/** Dialects B1 (a list) and B2 (one task a line). */
export function parseBoard(tasks: readonly Entry[], reading: Reading, dialect: string): TaskBoard {
  return { ref: refOf(reading, "board", dialect), tasks: readTasks(tasks, reading) };
}

export function parseFeatureList(value: JsonObject, reading: Reading, dialect: string): FeatureList {
  const features = readObjects(own(value, "features"), reading, "features");
  return {
    ref: refOf(reading, "feature_list", dialect),
    project: readText(own(value, "project"), reading),
    active: readId(own(value, "active"), reading, "active"),
    features: readTasks(features, reading),
  };
}

/** Acceptance under whichever of its three names a dialect gives it. */
export function readAcceptance(value: JsonObject, reading: Reading, place: string): readonly string[] {
  const field = acceptanceFields.find((name) => has(value, name)) ?? "acceptance";
  return readTexts(own(value, field), reading, place === "" ? field : `${place}.${field}`);
}

function readTasks(entries: readonly Entry[], reading: Reading): readonly Task[] {
  const tasks = new Map<string, Task>();
  for (const entry of entries) {
    const task = readTask(entry, reading);
    if (task === null) continue;
    const other = tasks.get(task.id);
    if (other === undefined) {
      tasks.set(task.id, task);
      continue;
    }
    const worse = worstFirst.indexOf(task.status) < worstFirst.indexOf(other.status) ? task : other;
    report(reading, "duplicate_id", entry.place, `${task.id} is there twice; the entry "${worse.status}" stands`);
    tasks.set(task.id, worse);
  }
  return [...tasks.values()];
}

function readTask({ object, place }: Entry, reading: Reading): Task | null {
  const id = readId(own(object, "id"), reading, `${place}.id`);
  if (id === null) {
    if (isBlank(own(object, "id"))) report(reading, "missing_id", place, "an entry without an id is left out");
    return null;
  }
  return {
    id,
    goal: readText(own(object, "goal"), reading) ?? "",
    owner: readText(own(object, "owner"), reading),
    acceptance: readAcceptance(object, reading, place),
    status: readStatus(own(object, "status"), reading, `${place}.status`),
  };
}

/** Missing is todo, as the first dialect has it; an unknown status is todo as well, and never done. */
function readStatus(value: unknown, reading: Reading, place: string): TaskStatus {
  if (value === undefined || value === null) return "todo";
  const name =
    typeof value === "string"
      ? value
          .trim()
          .toLowerCase()
          .replace(/[\s-]+/g, "_")
      : "";
  const status = Object.hasOwn(statuses, name) ? statuses[name] : undefined;
  if (status !== undefined) return status;
  report(
    reading,
    "wrong_value",
    place,
    `expected todo, in_progress, done or blocked, found ${describeType(value)}; read as todo`,
  );
  return "todo";
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}
