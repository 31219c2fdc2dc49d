import { listSimpleCommands } from "../feedback/shell/list-simple-commands.ts";
import type { FeedbackRecord } from "../workbench.ts";
import type { RecognisedEffect } from "./recognise-effect.ts";

/** Lines of `git push` for references that the remote took. */
const taken =
  /^[ +*=-]*(?:[0-9a-f]{7,}\.{2,3}[0-9a-f]{7,}|\[new (?:branch|tag|reference)\]|\[up to date\]) +\S+ -> \S|^Everything up-to-date$/gm;
const refused = /! \[(?:remote )?rejected\]|^error: failed to push|^fatal: /m;
const destination = /^To \S/gm;
/** Lines that git prints for references that it fetched look the same. */
const fetches = /^(?:fetch|pull|clone|remote|submodule)$/;

/** What `gh` prints for each thing that it made or changed. */
const answers: readonly { readonly verbs: RegExp; readonly line: RegExp }[] = [
  { verbs: /^(?:create|edit)$/, line: /^https:\/\/\S+\/(?:pull|issues|merge_requests|releases\/tag)\/[\w.-]+$/gm },
  { verbs: /^(?:comment|note)$/, line: /^https:\/\/\S+#(?:issuecomment-|note_)\d+$/gm },
  {
    verbs: /^(?:close|reopen|merge)$/,
    line: /^[✓!] (?:Closed|Reopened|Merged|Squashed and merged|Rebased and merged) /gm,
  },
];

/** A text that is not understood may run its commands any number of times. */
const repeats =
  /(?:^|[;&|{(\n]|\b(?:do|then)\s)\s*(?:for|while|until|foreach|xargs|parallel)\b|ForEach-Object|\|\s*%\s*\{/i;

/**
 * Whether the programs themselves printed that each effect of this kind went through, where the exit code belongs to
 * somebody else: `git push 2>&1 | tail -3`. As many such lines are wanted as there are effects, and nothing else in the
 * command that prints the like.
 */
export function showsDone(record: FeedbackRecord, effect: RecognisedEffect, all: readonly RecognisedEffect[]): boolean {
  const { list, guessed } = listSimpleCommands(record.command);
  if (guessed && "shell" in record.command && repeats.test(record.command.shell)) return false;
  const text = [record.stdout, record.stderr].map(({ head, tail }) => `${head}\n${tail}`).join("\n");
  const alike = all.filter(({ kind }) => kind === effect.kind);
  if (effect.kind === "git_push") return showsPush(text, alike.length, list);
  return effect.kind === "release" && showsAnswer(text, effect, { alike, list });
}

function showsPush(text: string, pushes: number, list: readonly (readonly string[])[]): boolean {
  if (refused.test(text)) return false;
  const places = count(text, destination);
  const fetched = list.some(([program, ...words]) => program === "git" && words.some((word) => fetches.test(word)));
  return count(text, taken) > 0 && (pushes === 1 && !fetched ? true : places === pushes);
}

interface Others {
  readonly alike: readonly RecognisedEffect[];
  readonly list: readonly (readonly string[])[];
}

function showsAnswer(text: string, effect: RecognisedEffect, { alike, list }: Others): boolean {
  if (list.some(([program, ...words]) => /^g(?:h|lab)$/.test(program ?? "") && words.slice(0, 2).some(isReading)))
    return false;
  const answer = answers.find(({ verbs }) => verbs.test(verbOf(effect)));
  if (answer === undefined) return false;
  return count(text, answer.line) >= alike.filter((one) => answer.verbs.test(verbOf(one))).length;
}

/** It prints addresses of things that were there before. */
function isReading(word: string): boolean {
  return /^(?:view|list|status|search|browse|api|checks)$/.test(word);
}

function verbOf({ what }: RecognisedEffect): string {
  return /(?:^|&& )g(?:h|lab) \w+ (\w+)/.exec(what)?.[1] ?? "";
}

function count(text: string, line: RegExp): number {
  return text.match(line)?.length ?? 0;
}
