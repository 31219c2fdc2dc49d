import { judgeRecord } from "../../feedback/judge-record.ts";
import { commandKey } from "../../feedback/quote-command.ts";
import type { WorkbenchSnapshot } from "../../snapshot.ts";
import { fromTexts } from "../../verification/collect-acceptance.ts";
import { findEvidence, indexEvidence } from "../../verification/find-evidence.ts";
import type { Verification } from "../../verification.ts";
import type { FeedbackRecord, Task } from "../../workbench.ts";
import { block, type Found } from "../rule.ts";

/** Whether board, feature list and state file say what the evidence says. */
export function checkBoard(snapshot: WorkbenchSnapshot, verification: Verification): readonly Found[] {
  const { board, featureList } = snapshot.workbench;
  const present = new Set(verification.commands.map(({ command }) => commandKey({ shell: command })));
  const shared = {
    summarise: summariseRuns(snapshot.feedback),
    isPresent: (command: string): boolean => present.has(commandKey({ shell: command })),
  };
  const lists: readonly TaskList[] = [
    ...(board === null ? [] : [{ path: board.ref.path, noun: "task", tasks: board.tasks, ...shared }]),
    ...(featureList === null
      ? []
      : [{ path: featureList.ref.path, noun: "feature", tasks: featureList.features, ...shared }]),
  ];
  return [
    ...lists.flatMap(checkSeveral),
    ...lists.flatMap((list) => list.tasks.flatMap((task) => checkDone(snapshot, list, task))),
    ...checkActive(snapshot),
  ];
}

interface TaskList {
  readonly path: string;
  readonly noun: string;
  readonly tasks: readonly Task[];
  readonly summarise: (command: string) => RunSummary;
  /** The command is one of those that the present task is judged by. */
  readonly isPresent: (command: string) => boolean;
}

function checkSeveral({ path, noun, tasks }: TaskList): readonly Found[] {
  const started = tasks.filter((task) => task.status === "in_progress").map((task) => task.id);
  if (started.length < 2) return [];
  return [
    block({
      code: "several_in_progress",
      path,
      detail: `${path}: ${started.length} ${noun}s in progress: ${started.join(", ")}`,
      suggestion: "settle which one this work is about and put the others back to todo or blocked",
    }),
  ];
}

/**
 * Done means that an acceptance command exited 0. A command that fails by now contradicts it at any time, unless it
 * passed before and the work in hand has the same one (that it is red now says something about this work). A command
 * without any pass contradicts it where this work is about the task: what was done elsewhere left its evidence there.
 */
function checkDone(snapshot: WorkbenchSnapshot, list: TaskList, task: Task): readonly Found[] {
  if (task.status !== "done") return [];
  const { path, noun } = list;
  const commands = fromTexts(task.acceptance, path, "acceptance").flatMap(({ command }) => command ?? []);
  const runs = commands.map((command) => ({ command, ...list.summarise(command) }));
  const active = isActive(snapshot, task);
  const reasons = runs.flatMap(({ command, newest, passed }) => {
    if (newest === "failed") return passed && !active && list.isPresent(command) ? [] : [`${command} fails`];
    if (passed || !(active || isTouched(snapshot, path))) return [];
    return [newest === null ? `${command} was never run` : `${command} never passed`];
  });
  const suggestion = "run its acceptance (passdown verify --run), or put the status back";
  return reasons.map((reason) => contradiction(path, `${path}: ${noun} ${task.id} is done, but ${reason}`, suggestion));
}

interface RunSummary {
  /** Outcome of the newest run on any tree; null when there was none. */
  readonly newest: string | null;
  readonly passed: boolean;
}

/** Boards repeat their commands, so each is summed up once. */
function summariseRuns(feedback: readonly FeedbackRecord[]): (command: string) => RunSummary {
  const evidence = indexEvidence(feedback);
  const known = new Map<string, RunSummary>();
  return (command) => {
    const before = known.get(command);
    if (before !== undefined) return before;
    const records = findEvidence(evidence, { command, cwd: "" });
    const newest = records.at(-1);
    const summary = {
      newest: newest === undefined ? null : judgeRecord(newest).outcome,
      passed: records.findLast((record) => judgeRecord(record).outcome === "passed") !== undefined,
    };
    known.set(command, summary);
    return summary;
  };
}

function isActive({ taskId, workbench }: WorkbenchSnapshot, task: Task): boolean {
  return [taskId, workbench.state?.activeTaskId, workbench.featureList?.active].includes(task.id);
}

/** This work wrote the file, or nobody knows what this work wrote. */
function isTouched({ work, scene }: WorkbenchSnapshot, path: string): boolean {
  return (
    work.changes.some((change) => change.path === path) ||
    scene.dirty.some((file) => file.path === path) ||
    work.base.kind === "none"
  );
}

/** The state file's active task has to be on the board, and not done. */
function checkActive({ workbench: { state, board, featureList } }: WorkbenchSnapshot): readonly Found[] {
  const found: Found[] = [];
  const id = state?.activeTaskId ?? null;
  if (state !== null && id !== null && board !== null) {
    const known = [...board.tasks, ...(featureList?.features ?? [])].filter((task) => task.id === id);
    if (known.length === 0) {
      const detail = `${state.ref.path}: the active task ${id} is not in ${board.ref.path}`;
      found.push(contradiction(state.ref.path, detail, "put the task on the board, or correct the active task"));
    } else if (known.every((task) => task.status === "done")) {
      const detail = `${state.ref.path}: the active task ${id} is marked done in ${board.ref.path}`;
      found.push(contradiction(state.ref.path, detail, "clear the active task, or put the status back"));
    }
  }
  const active = featureList?.active ?? null;
  if (featureList !== null && active !== null) {
    const feature = featureList.features.find((one) => one.id === active);
    const path = featureList.ref.path;
    if (feature === undefined) {
      found.push(
        contradiction(path, `${path}: the active feature ${active} is not in the list`, "correct the active feature"),
      );
    } else if (feature.status === "done") {
      found.push(
        contradiction(
          path,
          `${path}: the active feature ${active} is marked done`,
          "clear the active feature, or put the status back",
        ),
      );
    }
  }
  return found;
}

function contradiction(path: string, detail: string, suggestion: string): Found {
  return block({ code: "board_contradicts_evidence", path, detail, suggestion });
}
