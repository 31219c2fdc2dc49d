import { AppError } from "../../domain/errors.ts";
import type { Env, Place } from "./git-env.ts";
import { gitFailure } from "./git-failure.ts";
import { type GitCall, type GitLimits, runGit } from "./run-git.ts";

export interface GitObject {
  readonly id: string;
  readonly type: string;
  readonly content: Buffer;
}

export interface ObjectWalk {
  readonly place: Place;
  readonly env: Env;
  /** Names of the objects to begin with: ids or expressions without a newline. */
  readonly first: readonly string[];
  /** Gets each object (null: there is none of that name) and says which ones to read next. */
  readonly onObject: (name: string, object: GitObject | null) => readonly string[];
  readonly limits?: GitLimits;
}

/** Reads objects in one `git cat-file --batch`, where each answer may lead to the next question. */
export async function walkObjects({ place, env, first, onObject, limits = {} }: ObjectWalk): Promise<void> {
  if (first.length === 0) return;
  const pending = [...first];
  let answered = 0;
  let chunks: Buffer[] = [];
  let held = 0;
  let needed = 0;
  const dialogue = (output: Buffer): Uint8Array | null => {
    if (answered === 0 && output.length === 0) return ask(first);
    chunks.push(output);
    held += output.length;
    if (held < needed) return new Uint8Array();
    needed = 0;
    let bytes = Buffer.concat(chunks);
    const questions: string[] = [];
    while (answered < pending.length) {
      const name = pending[answered] ?? "";
      const answer = parseAnswer(bytes, name);
      if (typeof answer === "number") {
        needed = answer;
        break;
      }
      bytes = bytes.subarray(answer.length);
      questions.push(...onObject(name, answer.object));
      answered++;
    }
    pending.push(...questions);
    chunks = [bytes];
    held = bytes.length;
    if (answered === pending.length) return null;
    return questions.length > 0 ? ask(questions) : new Uint8Array();
  };
  const call: GitCall = { place, env, args: ["cat-file", "--batch"], input: dialogue, limits };
  const result = await runGit(call);
  if (result.code !== 0 || answered < pending.length) throw gitFailure(call, result);
}

function ask(names: readonly string[]): Buffer {
  return Buffer.from(names.map((name) => `${name}\n`).join(""), "latin1");
}

/** One answer at the start of `bytes`; a number when it is not complete: how many bytes are needed at least. */
export function parseAnswer(bytes: Buffer, name: string): { object: GitObject | null; length: number } | number {
  const end = bytes.indexOf(10);
  if (end < 0) return bytes.length + 1;
  const line = bytes.toString("latin1", 0, end);
  if (line === `${name} missing` || line === `${name} ambiguous`) return { object: null, length: end + 1 };
  const [id = "", type = "", size = ""] = line.split(" ");
  if (!/^\d+$/.test(size)) {
    throw new AppError({
      kind: "environment",
      code: "git_failed",
      message: "git cat-file answered with a line that is no head of an object",
      hint: "run `git fsck` there and mend what it reports",
    });
  }
  const length = end + 1 + Number(size) + 1;
  if (bytes.length < length) return length;
  return { object: { id, type, content: bytes.subarray(end + 1, length - 1) }, length };
}
