import { proposeCompletions, type StricliProcess } from "@stricli/core";
import type { Context } from "../../context.ts";
import { noteKinds } from "../../app/note.ts";
import { exitCode } from "../exit-codes.ts";
import { application } from "../routes.ts";

export interface Proposal {
  readonly value: string;
  readonly brief: string;
}

/** A shell puts a proposal into its line as it is: what could be more than a word there is never proposed. */
const plainWord = /^[\p{L}\p{N}._/@:+,=-]{1,200}$/u;

/** What the last of these words, which is still being written, can become. */
export async function propose(context: Context, words: readonly string[]): Promise<readonly Proposal[]> {
  const partial = words.at(-1) ?? "";
  if (words.slice(0, -1).includes("--")) return [];
  const process: StricliProcess = { stdout: { write: () => undefined }, stderr: { write: () => undefined }, env: {} };
  const found = await proposeCompletions(application, words, { process, context });
  const proposals = found
    .map(({ completion: value, brief, kind }) => ({ value, brief: kind === "argument:value" ? "" : oneLine(brief) }))
    .filter(({ value }) => value.startsWith(partial) && value !== "--" && plainWord.test(value))
    .filter(({ value }) => !isSecondKind(words, value));
  // Before anything is typed a value is what is wanted, where one belongs there; flags come after a dash.
  const values = proposals.filter(({ value }) => !value.startsWith("-"));
  return partial === "" && values.length > 0 ? values : proposals;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

/** The text of a note may be anything; only its first word is a kind. */
function isSecondKind(words: readonly string[], value: string): boolean {
  const kinds: readonly string[] = noteKinds;
  return words[0] === "note" && kinds.includes(value) && words.slice(1, -1).some((word) => kinds.includes(word));
}

/** Answers the shell: a line for each proposal. A failure is silent, since it would stand in the line being typed. */
export async function answerShell(context: Context, words: readonly string[]): Promise<number> {
  try {
    for (const { value, brief } of await propose(context, words)) context.stdout.write(`${value}\t${brief}\n`);
    return exitCode.yes;
  } catch {
    return exitCode.no;
  }
}
