import type { FeedbackRecord } from "../workbench.ts";
import { remembered } from "../remember.ts";
import { readTokens, type Word } from "./shell/read-tokens.ts";
import { inlineScript } from "./shell/inline-script.ts";

export type Command = FeedbackRecord["command"];

const reserved = new Set(
  "! { } [[ ]] (( case coproc do done elif else esac fi for function if in select then time until while".split(" "),
);
const assignment = /^[A-Za-z_]\w*\+?=/;

/** One line of shell that runs the command again: a shell string as it is, an argv quoted word by word. */
export function quoteCommand(command: Command): string {
  if ("shell" in command) return command.shell;
  return quoteWords(command.argv);
}

const quoteWords = remembered((argv: readonly string[]) =>
  argv.map((word, index) => quoteWord(word, index === 0)).join(" "),
);

function quoteWord(word: string, first: boolean): string {
  const plain = /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) && !(first && (reserved.has(word) || word.includes("=")));
  return plain ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/**
 * The words that a shell passes on for a text that is one simple command; null when operators, redirections or
 * expansions decide what runs, or when it cannot be read. Unquoted globs stay as written, as a shell leaves them
 * when nothing matches and as every runner without a shell passes them.
 */
export function shellWords(text: string): string[] | null {
  const tokens = readTokens(text.replace(/^[ \t\r\n]+|[\r\n]+$/g, ""));
  if (tokens === null) return null;
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind !== "word" || token.value === null || token.expands) return null;
    if (words.length === 0 && isKeyword(token)) return null;
    words.push(token.value);
  }
  return words;
}

function isKeyword(word: Word): boolean {
  return word.raw === word.value && (reserved.has(word.raw) || assignment.test(word.raw));
}

/**
 * Equal keys: the same command. An argv and a shell string meet where the string is one simple command, and
 * `sh -c TEXT` is TEXT.
 */
export const commandKey: (command: Command) => string = remembered((command) =>
  "shell" in command ? textKey(command.shell, 0) : wordsKey(command.argv, 0),
);

function textKey(text: string, depth: number): string {
  const words = shellWords(text);
  return words === null ? text.trim().replace(/\s+/g, " ") : wordsKey(words, depth);
}

function wordsKey(words: readonly string[], depth: number): string {
  const inline = depth > 8 ? null : inlineScript(words);
  return inline === null ? JSON.stringify(words) : textKey(inline.text, depth + 1);
}

/** Whether a recorded command ran an acceptance entry. */
export function sameCommand(entry: string, command: Command): boolean {
  return entry.trim() !== "" && commandKey({ shell: entry }) === commandKey(command);
}
