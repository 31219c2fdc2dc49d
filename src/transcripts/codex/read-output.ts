import { type Emit, type ResultEvent, textOfOutput } from "../../domain/session/session-event.ts";
import { type Fields, fieldsOf, textOf } from "../fields.ts";
import type { CodexState, Edit, OpenCall } from "./codex-state.ts";
import { answersIn, type ExecText, outputText, readExecText } from "./exec-text.ts";

interface To {
  readonly state: CodexState;
  readonly emit: Emit;
  readonly at: string | null;
}

/** Output so far of a running command: its end is kept. */
const outputLimit = 20_000;

/** function_call_output, custom_tool_call_output. */
export function readOutput(payload: Fields, to: To): void {
  const callId = textOf(payload["call_id"]);
  if (callId === null || hasEnded(callId, to.state)) return;
  const call = to.state.open.get(callId) ?? null;
  const text = outputText(payload["output"]);
  const read = readExecText(text);
  if (call !== null && hasFrame(call)) endFramed(callId, call, { text, read, to });
  else endOther(callId, call, { text, read, to });
}

/** What was printed, of a record that was kept unparsed. */
export function printedIn(record: unknown): ExecText["output"] {
  return readExecText(outputText(fieldsOf(fieldsOf(record)?.["payload"])?.["output"])).output;
}

interface Found {
  readonly text: string | null;
  readonly read: ExecText;
  readonly to: To;
}

/** The beginning of its output tells how such a call ended. */
export function hasFrame(call: OpenCall): boolean {
  return call.tool === "command" || call.tool === "edit" || call.session !== undefined;
}

/** Also where the line is not parsed: `text` is then its beginning, the output is made when it is asked for. */
export function endFramed(callId: string, call: OpenCall, { text, read, to }: Found): void {
  if (call.tool === "command") endCommand(callId, call, { end: read, to });
  else if (call.tool === "edit") endEdit(callId, call, { text, read, to });
  else if (call.session !== undefined) endSpeech(callId, call.session, { read, to });
}

function endCommand(callId: string, call: OpenCall, { end, to }: { readonly end: ExecText; readonly to: To }): void {
  if (end.outcome === "running" && end.session !== null) {
    if (to.state.running.get(end.session)?.callId === callId) return;
    to.state.running.set(end.session, { callId, output: end.output });
    tell(callId, end, to);
    return;
  }
  tellFinal(callId, end, to);
  if (end.exitCode === 0 && call.edits !== undefined) tellEdits(callId, call.edits, to);
}

/** A word to a running process; with its answer the command may have ended, under its own call. */
function endSpeech(callId: string, session: string, { read, to }: { readonly read: ExecText; readonly to: To }): void {
  const running = to.state.running.get(session);
  const known = read.exitCode !== null || read.outcome === "running";
  tellFinal(callId, { ...plain, outcome: known ? "ok" : read.outcome }, to);
  if (running === undefined || !known) return;
  const [before, now] = [running.output, read.output];
  const whole = (): string => ((textOfOutput(before) ?? "") + (textOfOutput(now) ?? "")).slice(-outputLimit);
  if (read.exitCode === null) {
    // Made now: a process may be asked any number of times.
    to.state.running.set(session, { callId: running.callId, output: whole() });
    return;
  }
  const call = to.state.open.get(running.callId);
  to.state.running.delete(session);
  const output = typeof now === "function" ? whole : whole();
  tellFinal(running.callId, { ...read, output, durationMs: null }, to);
  if (read.exitCode === 0) tellEdits(running.callId, call?.edits ?? [], to);
}

function endEdit(callId: string, call: OpenCall, { text, read, to }: Found): void {
  const refused = /^(?:apply_patch verification failed|Invalid patch)/.test(text ?? "");
  const done = read.outcome === "unknown" && /^(?:Success\. Updated|Done!)/.test(text ?? "");
  const outcome = refused ? "failed" : done ? "ok" : read.outcome;
  tellFinal(callId, { ...plain, outcome }, to);
  if (outcome === "ok") tellEdits(callId, call.edits ?? [], to);
}

function endOther(callId: string, call: OpenCall | null, { text, read, to }: Found): void {
  const answers = answersIn(call?.questions === undefined ? null : text);
  const script = /^Script (completed|failed|terminated|running)\b/.exec(text ?? "")?.[1];
  const known: Readonly<Record<string, ResultEvent["outcome"]>> = {
    completed: "ok",
    failed: "failed",
    terminated: "interrupted",
    running: "running",
  };
  const said = read.outcome === "not_run" || read.outcome === "interrupted" ? read.outcome : "unknown";
  tellFinal(callId, { ...plain, outcome: known[script ?? ""] ?? said }, to);
  for (const { id, text: question } of call?.questions ?? []) {
    const answer = answers.get(id) ?? null;
    if (answer !== null) to.emit({ kind: "question", id: `${callId}:${id}`, text: question, at: to.at, answer });
  }
}

type Ending = Pick<ResultEvent, "outcome" | "exitCode" | "codeSource" | "output"> & {
  readonly durationMs?: number | null;
};

const plain = { exitCode: null, codeSource: "unknown", output: null } as const;

/** A call ends once: what a second record tells of it is the same. */
export function tellFinal(callId: string, ending: Ending, to: To): void {
  // A call that was never seen ends all the same, once.
  if (!to.state.open.delete(callId) && !to.state.seen.add(`c${callId}`)) return;
  tell(callId, ending, to);
}

export function hasEnded(callId: string, { open, seen }: CodexState): boolean {
  return !open.has(callId) && seen.has(`c${callId}`);
}

function tell(callId: string, ending: Ending, { emit, at }: To): void {
  const { outcome, exitCode, codeSource, output } = ending;
  const durationMs = ending.durationMs ?? null;
  if (durationMs === null) emit({ kind: "result", callId, at, outcome, exitCode, codeSource, output });
  else emit({ kind: "result", callId, at, outcome, exitCode, codeSource, output, durationMs });
}

/** Edits of a call, from whatever tells of them first. */
export function tellEdits(callId: string, edits: readonly Edit[], { state, emit, at }: To): void {
  if (edits.length === 0 || !state.seen.add(`e${callId}`)) return;
  for (const { path, how } of edits) emit({ kind: "edit", path, at, how });
}
