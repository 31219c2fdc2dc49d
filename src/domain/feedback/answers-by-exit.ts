import { unwrap } from "./masking/unwrap.ts";
import type { Command } from "./quote-command.ts";
import { inlineScript } from "./shell/inline-script.ts";
import { parseScript, type ShellNode } from "./shell/parse-script.ts";

/** Programs that tell "none" or "different" by exit code 1. */
const answering = /^(?:[ef]?grep|rg|ag|diff|cmp|test|\[|\[\[|pgrep|which|command)$/;
/** They feed a pipe, and what they read is all they do. */
const reading =
  /^(?:cat|head|tail|tac|nl|seq|echo|printf|ls|find|fd|sed|awk|sort|uniq|cut|tr|wc|column|jq|strings|ps|env|printenv)$/;
const readingVerbs = /^(?:log|show|diff|grep|ls-files|ls-tree|status|blame|branch|tag|cat-file|rev-list)$/;
/** They lead to a search, and say aloud why they fail. */
const leading = /^(?:cd|pushd|popd|echo|printf|true|:)$/;
const deepest = 8;

/**
 * Whether exit 1 of the whole is the answer of a program that searches or compares: it stands alone, comes last behind
 * `;` or a newline, or reads from a pipe that others only feed. Behind `&&` another failure could be meant.
 */
export function answersByExit(command: Command): boolean {
  return "argv" in command ? wordsAnswer(command.argv, 0) : textAnswers(command.shell, 0);
}

function textAnswers(text: string, depth: number): boolean {
  const script = depth > deepest ? null : parseScript(text);
  return script !== null && answers(script, depth);
}

function wordsAnswer(argv: readonly string[], depth: number): boolean {
  const words = unwrap(argv);
  const inline = inlineScript(words);
  if (inline !== null) return !inline.errexit && !inline.pipefail && textAnswers(inline.text, depth + 1);
  const [program = "", verb = ""] = words;
  return answering.test(program) || (program === "git" && (verb === "grep" || verb === "diff"));
}

function answers(node: ShellNode, depth: number): boolean {
  switch (node.kind) {
    case "simple":
      return wordsAnswer(valuesOf(node), depth);
    case "group":
    case "subshell":
      return answers(node.body, depth);
    case "not":
      return false;
    case "and":
      return (isOf(node.left, leading) || answers(node.left, depth)) && answers(node.right, depth);
    case "or":
      return answers(node.left, depth) && answers(node.right, depth);
    case "pipeline": {
      const last = node.parts.at(-1);
      return last !== undefined && answers(last, depth) && node.parts.slice(0, -1).every((part) => reads(part, depth));
    }
    case "sequence": {
      const last = node.items.at(-1);
      // With `set -e` the exit may be that of any of them.
      const strict = node.items.some((item) => isOf(item.node, /^(?:set|trap)$/));
      return last !== undefined && !last.background && !strict && answers(last.node, depth);
    }
  }
}

function reads(node: ShellNode, depth: number): boolean {
  if (node.kind !== "simple") return false;
  const [program = "", verb = ""] = unwrap(valuesOf(node));
  return reading.test(program) || (program === "git" && readingVerbs.test(verb)) || wordsAnswer(valuesOf(node), depth);
}

function isOf(node: ShellNode, programs: RegExp): boolean {
  return node.kind === "simple" && programs.test(valuesOf(node)[0] ?? "");
}

function valuesOf(node: ShellNode & { readonly kind: "simple" }): readonly string[] {
  return node.words.map((word) => word.value ?? word.raw);
}
