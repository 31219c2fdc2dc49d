import { unwrap } from "../masking/unwrap.ts";
import type { Command } from "../quote-command.ts";
import { inlineScript } from "./inline-script.ts";
import { parseScript, type ShellNode } from "./parse-script.ts";

type Words = readonly string[];

export interface Program {
  readonly words: Words;
  /** The changes of folder that lead to it, each a command: `cd web`, `pushd a`. */
  readonly folders: readonly Words[];
}

export interface SimpleCommands {
  /** Words of each program that the command starts, without wrappers such as `sudo` or `npx`. */
  readonly list: readonly Words[];
  /** The same with the folders that they run in. */
  readonly programs: readonly Program[];
  /** There is one program, and the exit code of the whole is that program's own. */
  readonly alone: boolean;
}

const packageRunners: readonly Words[] = [
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
  const place: Place = { depth: 0, folders: [] };
  const { programs, alone } = "argv" in command ? fromWords(command.argv, place) : fromText(command.shell, place);
  return { list: programs.map(({ words }) => words), programs, alone };
}

type Found = Pick<SimpleCommands, "programs" | "alone">;

/** Where the reading stands. A shell of its own gets a copy: the folders it changes to end with it. */
interface Place {
  readonly depth: number;
  folders: readonly Words[];
}

function inside({ depth, folders }: Place): Place {
  return { depth: depth + 1, folders };
}

function fromWords(argv: Words, place: Place): Found {
  const words = withoutRunner(unwrap(argv));
  const inline = inlineScript(words);
  if (inline !== null) return fromText(inline.text, inside(place));
  if (words[0] === "eval") return fromText(words.slice(1).join(" "), inside(place));
  return { programs: words.length === 0 ? [] : [programAt(words, place)], alone: true };
}

function programAt(words: Words, place: Place): Program {
  const { folders } = place;
  if (words[0] === "popd") place.folders = folders.slice(0, -1);
  if (words[0] === "cd" || words[0] === "pushd") place.folders = isWhole(words) ? [words] : [...folders, words];
  return { words, folders };
}

/** Whatever came before, this folder is meant. */
function isWhole([, first = "~"]: Words): boolean {
  return /^(?:[/~]|[A-Za-z]:)/.test(first);
}

function withoutRunner(words: Words): Words {
  const runner = packageRunners.find((one) => one.every((word, at) => words[at] === word));
  if (runner === undefined) return words;
  const rest = words.slice(runner.length);
  return unwrap(rest.slice(rest.findIndex((word) => !word.startsWith("-"))));
}

function fromText(text: string, place: Place): Found {
  const script = place.depth > deepest ? null : parseScript(text);
  return script === null ? fromUnreadable(text, place) : fromNode(script, place);
}

function fromNode(node: ShellNode, place: Place): Found {
  switch (node.kind) {
    case "simple":
      return fromWords(
        node.words.map((word) => word.value ?? word.raw),
        place,
      );
    case "group":
      return fromNode(node.body, place);
    case "subshell":
      return fromNode(node.body, { ...place });
    case "not":
      return { ...fromNode(node.body, place), alone: false };
    case "and":
    case "or":
      return { programs: [node.left, node.right].flatMap((part) => fromNode(part, place).programs), alone: false };
    case "pipeline":
      return { programs: node.parts.flatMap((part) => fromNode(part, { ...place }).programs), alone: false };
    case "sequence": {
      const parts = node.items.map((item) => fromNode(item.node, item.background ? { ...place } : place));
      const [only] = parts;
      const alone = only !== undefined && parts.length === 1 && node.items[0]?.background === false && only.alone;
      return { programs: parts.flatMap((part) => part.programs), alone };
    }
  }
}

/** Loops, conditions, broken quotes: cut at whatever may begin a command, so that none is overlooked. */
function fromUnreadable(text: string, place: Place): Found {
  const parts = text.split(/[;&|\n(){}`]+|(?<![^\s])(?:do|then|else|elif|if|while|until)(?![^\s])/);
  const programs = parts.flatMap((part) => {
    const words = part
      .trim()
      .split(/\s+/)
      .filter((word) => word !== "");
    return words.length === 0 ? [] : [programAt(withoutRunner(unwrap(words)), place)];
  });
  return { programs, alone: false };
}
