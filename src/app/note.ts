import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "../context.ts";
import type { AnsweringNote } from "../adapters/home/answers.ts";
import { ownIdentity } from "../adapters/process/process-identity.ts";
import { digestOf, sha256 as hash } from "../domain/digest.ts";
import { AppError } from "../domain/errors.ts";
import type { Note, NoteKind } from "../domain/home.ts";
import { beginEvidence } from "./begin-evidence.ts";
import { readEvidence } from "./gather.ts";
import { hashFiles } from "./look-at-files.ts";
import { isEffectId, settleEffect } from "./settle-effect.ts";
import { stepOfEffect } from "../domain/runs/run-brief.ts";
import { isPlaceholder } from "../workbench/is-placeholder.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

export interface NoteOptions {
  readonly kind: string;
  readonly text: string;
  /** `ask` alone: keep the question in the log, not in the packet. */
  readonly later?: boolean;
  /** `decide` and `done`: id of the note that this answers or closes, or of the effect that it settles. */
  readonly answers?: string | null;
  readonly topic?: string | null;
  /** Of the note that is answered, where that is not the one checked out here. */
  readonly branch?: string | null;
  readonly session?: string | null;
}

export const noteKinds: readonly NoteKind[] = [
  "next",
  "assume",
  "block",
  "ask",
  "risk",
  "decide",
  "constrain",
  "require",
  "keep",
  "done",
];

const textLimit = 20_000;

/** Keeps what only the agent or a human can know, with author and time. */
export async function note(context: Context, options: NoteOptions): Promise<Note> {
  const kind = noteKinds.find((one) => one === options.kind);
  if (kind === undefined) throw unknownKind(options.kind);
  const text = options.text.trim();
  refuseMisuse(kind, text, options);

  // `keep` binds the note to the exact content of the uncommitted work; the other kinds need no tree.
  const workspace = await openWorkspace(context, { tree: false });
  const { scene, home, redactor } = workspace;
  const evidence = await readEvidence(workspace, options.topic ?? null);
  const answers = options.answers ?? null;
  const settles =
    answers !== null && isEffectId(answers) && (kind === "done" || kind === "decide")
      ? settleEffect(workspace, evidence, { effectId: answers, kind, text })
      : null;
  const branch = options.branch === undefined || answers === null ? scene.head.branch : options.branch;
  const elsewhere = settles === null && branch !== scene.head.branch;
  const notes = elsewhere ? home.notes.read().records.filter((one) => one.branch === branch) : evidence.notes;
  if (answers !== null && settles === null) refuseUnanswerable(notes, answers);
  const path = kind === "require" ? repoPath(workspace, text) : null;
  if (path !== null && !existsSync(join(scene.root, path))) throw noSuchFile(path);
  if (kind === "keep" && scene.dirty.length === 0) throw nothingToKeep();

  // An answer to another branch is no work there: it begins no session of that branch, nor of this one.
  const sessionId = elsewhere
    ? (notes.find((one) => one.id === answers)?.sessionId ?? "")
    : beginEvidence(workspace, { topic: evidence.topic, session: options.session ?? null }).id;
  const body = {
    kind,
    text: redactor.redact(path ?? text),
    at: context.now().toISOString(),
    author: redactor.redact(await workspace.author()),
    branch,
    topic: evidence.topic,
    sessionId,
    later: options.later ?? false,
    answers,
    ...(settles === null ? {} : { settles }),
    kept: kind === "keep" ? scene.dirty.map((file) => [file.path, file.sha256, file.mode] as const) : null,
    sha256: path === null ? null : (hashFiles(scene.root, [path])[path] ?? null),
  };
  const kept: Note = { id: `n-${hash(digestOf(body)).slice(0, 12)}`, ...body };
  if (answers === null || settles !== null) home.notes.append(kept);
  else keepAnswer(workspace, { ...kept, answers });
  return kept;
}

function refuseUnanswerable(notes: readonly Note[], id: string): void {
  if (!notes.some((one) => one.id === id)) throw unknownNote(id);
  const by = notes.find((one) => one.answers === id);
  if (by !== undefined) throw alreadyAnswered(id, by.author);
}

/** A second answer would silently overrule the first; of two at once nobody could say which is meant. */
function keepAnswer({ home, context }: Workspace, kept: AnsweringNote): void {
  const outcome = home.answers.keep(kept, ownIdentity(context.pid));
  if (outcome.result === "answered") throw alreadyAnswered(kept.answers, outcome.by?.author ?? null);
}

export function alreadyAnswered(id: string, author: string | null): AppError {
  return new AppError({
    kind: "usage",
    code: "already_answered",
    message: author === null ? `${id} is being answered at this moment` : `${id} was answered by ${author}`,
    hint: 'look at the inbox again (`passdown status`); what is decided otherwise since is a note of its own: passdown note decide "..."',
  });
}

function refuseMisuse(kind: NoteKind, text: string, options: NoteOptions): void {
  const refuse = (message: string, hint: string): never => {
    throw new AppError({ kind: "usage", code: "note_misused", message, hint });
  };
  // Blanks and signs that nobody sees answer no question.
  if (/^[\p{C}\p{Z}]*$/u.test(text))
    refuse(`note ${kind} needs a text`, `write it behind the kind: passdown note ${kind} "..."`);
  if (text.length > textLimit)
    refuse(
      `the note has ${text.length} characters, more than ${textLimit}`,
      "put long text into a file and name it with passdown note require PATH",
    );
  if (kind === "next" && isPlaceholder(text))
    refuse(
      `${JSON.stringify(text)} says nothing about what comes next`,
      'name the first step: passdown note next "make the retry test pass"',
    );
  if (options.later === true && kind !== "ask") refuse(`--later goes with ask, not with ${kind}`, "leave --later out");
  if (options.answers != null && kind !== "decide" && kind !== "done") {
    refuse(`--answers goes with decide or done, not with ${kind}`, 'passdown note decide --answers ID "..."');
  }
}

/** A required file is named relative to where the command runs, and kept relative to the work tree's top. */
function repoPath({ scene }: Workspace, text: string): string {
  const segments = scene.cwd === "" ? [] : scene.cwd.split("/");
  const given = text.startsWith(`${scene.root}/`) ? text.slice(scene.root.length + 1) : text;
  if (given !== text) segments.length = 0;
  for (const part of given.split("/")) {
    if (part === "..") {
      if (segments.pop() === undefined) throw outside(text);
    } else if (part !== "." && part !== "") segments.push(part);
  }
  if (given.startsWith("/") || segments.length === 0) throw outside(text);
  return segments.join("/");
}

function noSuchFile(path: string): AppError {
  return new AppError({
    kind: "usage",
    code: "file_missing",
    message: `there is no file ${path}`,
    hint: "require what the next session can load; a file that is to be written belongs into note next",
  });
}

function outside(text: string): AppError {
  return new AppError({
    kind: "usage",
    code: "path_outside",
    message: `${text} is no file inside the work tree`,
    hint: "name a file of the repository, relative to here",
  });
}

function nothingToKeep(): AppError {
  return new AppError({
    kind: "usage",
    code: "nothing_to_keep",
    message: "there is no uncommitted work to keep",
    hint: "note keep declares the uncommitted work of this moment intentional; make the change first",
  });
}

function unknownKind(kind: string): AppError {
  return new AppError({
    kind: "usage",
    code: "note_kind_unknown",
    message: `no such kind of note: ${kind}`,
    hint: `one of ${noteKinds.join(", ")}`,
  });
}

function unknownNote(id: string): AppError {
  const step = stepOfEffect(id);
  if (step !== null) {
    const settle = `passdown run settle ${step.run} ${step.key}`;
    return new AppError({
      kind: "usage",
      code: "effect_of_run",
      message: `${id} is a step of a run: what is found about it is written into the run, not into a note`,
      hint: `${settle} --done "..." if it happened, ${settle} --not-done "..." if not`,
    });
  }
  return new AppError({
    kind: "usage",
    code: "note_unknown",
    message: `no note ${id} on this branch and topic`,
    hint: "see `passdown status` for the questions that wait, with their ids",
  });
}
