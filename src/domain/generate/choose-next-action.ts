import type { NextActionSource } from "../packet.ts";
import type { WorkbenchSnapshot } from "../snapshot.ts";
import type { Verification } from "../verification.ts";
import type { Task } from "../workbench.ts";
import { listQuestions } from "./list-said.ts";
import { openNotes } from "./own-notes.ts";
import { lastRequest, toldBy, toldTodo } from "./told.ts";

export interface NextAction {
  readonly text: string;
  readonly source: NextActionSource;
  /** The note was written before the packet before: it may be done already. */
  readonly carried: boolean;
}

/**
 * The one concrete step to begin with, by the order of the design: a note of this session, the state file,
 * the item in progress, the newest failing acceptance command, an unanswered question.
 * A session that ran nothing and changed nothing hands on the note that it was handed. Else a note that an earlier
 * packet already handed over comes after every step that somebody named, is marked as carried, and goes before what is
 * only derived: the last two of the order, and what the user asked the agent for, since nobody said whether it is done.
 * null: nobody said what comes next, and nothing lets us derive it.
 */
export function chooseNextAction(snapshot: WorkbenchSnapshot, verification: Verification): NextAction | null {
  const candidates = [
    () => noted(snapshot, true),
    () => (didNothing(snapshot) ? noted(snapshot, false) : null),
    () => fromState(snapshot),
    () => inProgress(snapshot),
    () => clientTodo(snapshot),
    () => noted(snapshot, false),
    () => failingAcceptance(verification),
    () => openQuestion(snapshot),
    () => requested(snapshot),
  ];
  for (const candidate of candidates) {
    const action = candidate();
    if (action !== null) return action;
  }
  return null;
}

/** Of a client's session only: without one, new evidence is what makes a session. */
function didNothing({ feedback, session, told }: WorkbenchSnapshot): boolean {
  return (
    session.client !== null &&
    (told.now?.counts.edits ?? 0) === 0 &&
    feedback.every(({ sessionId }) => sessionId !== session.id)
  );
}

/** The newest one replaces those before it; once it is done, they do not come back. */
function noted(snapshot: WorkbenchSnapshot, ofThisSession: boolean): NextAction | null {
  const note = snapshot.notes.findLast(
    (one) => one.kind === "next" && (one.sessionId === snapshot.session.id) === ofThisSession && one.text.trim() !== "",
  );
  if (note === undefined || !openNotes(snapshot, "next").includes(note)) return null;
  return { text: note.text, source: { kind: "note", locator: note.id }, carried: !ofThisSession };
}

function fromState({ workbench }: WorkbenchSnapshot): NextAction | null {
  const text = workbench.state?.nextAction ?? "";
  if (text.trim() === "" || workbench.state === null) return null;
  return { text, source: { kind: "state", locator: workbench.state.ref.path }, carried: false };
}

function inProgress({ workbench, taskId }: WorkbenchSnapshot): NextAction | null {
  const { board, featureList } = workbench;
  const task = pick(board?.tasks ?? [], taskId);
  if (task !== null && board !== null) {
    return { text: describe(task), source: { kind: "board", locator: board.ref.path }, carried: false };
  }
  const feature = pick(featureList?.features ?? [], featureList?.active ?? taskId);
  if (feature !== null && featureList !== null) {
    return { text: describe(feature), source: { kind: "feature_list", locator: featureList.ref.path }, carried: false };
  }
  return null;
}

/** The active item if it is in progress, else the first one that is. */
function pick(tasks: readonly Task[], active: string | null): Task | null {
  const started = tasks.filter((task) => task.status === "in_progress");
  return started.find((task) => task.id === active) ?? started[0] ?? null;
}

function describe(task: Task): string {
  return task.goal.trim() === "" ? `continue ${task.id}` : `continue ${task.id}: ${task.goal}`;
}

/** The agent's own list, where the repository has none. */
function clientTodo(snapshot: WorkbenchSnapshot): NextAction | null {
  const item = toldTodo(snapshot).find(({ status }) => status === "in_progress");
  if (item === undefined) return null;
  return { text: `continue: ${item.text}`, source: { kind: "todo", locator: item.source }, carried: false };
}

/** The words are the user's own; that they are still to be followed is derived, and says so. */
function requested(snapshot: WorkbenchSnapshot): NextAction | null {
  const request = lastRequest(snapshot);
  const { now } = snapshot.told;
  if (request === null || now === null) return null;
  const asked = [request.before?.text, request.text].flatMap((text) => (text === undefined ? [] : firstLine(text)));
  return {
    text: `go on with what the user asked for, unless it is done: ${asked.join(" … ")}`,
    source: { kind: "request", locator: toldBy(now) },
    carried: false,
  };
}

function firstLine(text: string): string {
  return (text.split("\n").find((one) => one.trim() !== "") ?? "").trim().slice(0, 400);
}

function failingAcceptance(verification: Verification): NextAction | null {
  const failing = verification.commands
    .filter((command) => command.state === "failed")
    .toSorted((a, b) => ((a.at ?? "") < (b.at ?? "") ? 1 : (a.at ?? "") > (b.at ?? "") ? -1 : 0))[0];
  if (failing === undefined) return null;
  return {
    text: `make this pass: ${failing.command}`,
    source: { kind: "failing_acceptance", locator: failing.evidence },
    carried: false,
  };
}

function openQuestion(snapshot: WorkbenchSnapshot): NextAction | null {
  const question = listQuestions(snapshot)[0];
  if (question === undefined) return null;
  return {
    text: `get an answer to: ${question.text}`,
    source: { kind: "open_question", locator: question.id },
    carried: false,
  };
}
