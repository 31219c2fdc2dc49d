import { unwrap } from "../masking/unwrap.ts";
import type { Command } from "../quote-command.ts";
import { inlineScript } from "./inline-script.ts";
import { parseScript, type ShellNode } from "./parse-script.ts";

export interface SimpleCommands {
  /** Words of each program that the command starts, without wrappers such as `sudo` or `npx`. */
  readonly list: readonly (readonly string[])[];
  /** There is one program, and the exit code of the whole is that program's own. */
  readonly alone: boolean;
}

const packageRunners: readonly (readonly string[])[] = [
  ["npx"],
  ["bunx"],
  ["pnpx"],
  ["npm", "exec"],
  ["pnpm", "exec"],
  ["pnpm", "dlx"],
  ["yarn", "exec"],
  ["yarn", "dlx"],
  ["uvx"],
  ["uv", "run"],
  ["poetry", "run"],
  ["pipenv", "run"],
  ["bundle", "exec"],
];

const deepest = 8;

/** The programs that a recorded command starts, in the order in which they stand. */
export function listSimpleCommands(command: Command): SimpleCommands {
  return "argv" in command ? fromWords(command.argv, 0) : fromText(command.shell, 0);
}

function fromWords(argv: readonly string[], depth: number): SimpleCommands {
  const words = withoutRunner(unwrap(argv));
  const inline = inlineScript(words);
  if (inline !== null) return fromText(inline.text, depth + 1);
  if (words[0] === "eval") return fromText(words.slice(1).join(" "), depth + 1);
  return { list: words.length === 0 ? [] : [words], alone: true };
}

function withoutRunner(words: readonly string[]): readonly string[] {
  const runner = packageRunners.find((one) => one.every((word, at) => words[at] === word));
  if (runner === undefined) return words;
  const rest = words.slice(runner.length);
  return unwrap(rest.slice(rest.findIndex((word) => !word.startsWith("-"))));
}

function fromText(text: string, depth: number): SimpleCommands {
  const script = depth > deepest ? null : parseScript(text);
  return script === null ? fromUnreadable(text) : fromNode(script, depth);
}

function fromNode(node: ShellNode, depth: number): SimpleCommands {
  switch (node.kind) {
    case "simple":
      return fromWords(
        node.words.map((word) => word.value ?? word.raw),
        depth,
      );
    case "group":
    case "subshell":
      return fromNode(node.body, depth);
    case "not":
      return { ...fromNode(node.body, depth), alone: false };
    case "and":
    case "or":
      return { list: [node.left, node.right].flatMap((part) => fromNode(part, depth).list), alone: false };
    case "pipeline":
      return { list: node.parts.flatMap((part) => fromNode(part, depth).list), alone: false };
    case "sequence": {
      const parts = node.items.map((item) => fromNode(item.node, depth));
      const [only] = parts;
      const alone = only !== undefined && parts.length === 1 && node.items[0]?.background === false && only.alone;
      return { list: parts.flatMap((part) => part.list), alone };
    }
  }
}

/** Loops, conditions, broken quotes: cut at whatever may begin a command, so that none is overlooked. */
function fromUnreadable(text: string): SimpleCommands {
  const parts = text.split(/[;&|\n(){}`]+|(?<![^\s])(?:do|then|else|elif|if|while|until)(?![^\s])/);
  const list = parts.flatMap((part) => {
    const words = part
      .trim()
      .split(/\s+/)
      .filter((word) => word !== "");
    return words.length === 0 ? [] : [withoutRunner(unwrap(words))];
  });
  return { list, alone: false };
}
