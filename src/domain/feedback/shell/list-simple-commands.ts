import { unwrap } from "../masking/unwrap.ts";
import type { Command } from "../quote-command.ts";
import { inlineScript } from "./inline-script.ts";
import { cutUnreadable } from "./cut-unreadable.ts";
import { parseScript, type ShellNode } from "./parse-script.ts";

type Words = readonly string[];

export interface Program {
  readonly words: Words;
  /** The changes of folder that lead to it, each a command: `cd web`, `pushd a`. */
  readonly folders: readonly Words[];
}

export interface SimpleCommands {
  /** Those whose exit code was 0 for certain when that of the whole is: `a && b` both, `a; b` and `a | b` the last. */
  readonly proven: readonly Program[];
  /** The text could not be read as a whole: a program may run any number of times, or be no program at all. */
  readonly guessed: boolean;
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
  const found = "argv" in command ? fromWords(command.argv, place) : fromText(command.shell, place);
  return { list: found.programs.map(({ words }) => words), ...found };
}

type Found = Omit<SimpleCommands, "list">;

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
  const programs = words.length === 0 ? [] : [programAt(words, place)];
  return { programs, alone: true, proven: programs, guessed: false };
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

/** `$b = @'…'@`: a text that a shell of the usual kind would read otherwise, and never with a meaning. */
const assignsAsPowerShell = /(?:^|[;\n])\s*\$\w+\s*=\s/;

function fromText(text: string, place: Place): Found {
  const script = place.depth > deepest || assignsAsPowerShell.test(text) ? null : parseScript(text);
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
      return { ...fromNode(node.body, place), alone: false, proven: [] };
    case "and":
    case "or": {
      const parts = [fromNode(node.left, place), fromNode(node.right, place)];
      return { ...together(parts), proven: node.kind === "and" ? parts.flatMap(({ proven }) => proven) : [] };
    }
    case "pipeline": {
      const parts = node.parts.map((part) => fromNode(part, { ...place }));
      return { ...together(parts), proven: parts.at(-1)?.proven ?? [] };
    }
    case "sequence": {
      const parts = node.items.map((item) => fromNode(item.node, item.background ? { ...place } : place));
      const last = node.items.at(-1)?.background === false ? parts.at(-1) : undefined;
      const all = together(parts);
      // What stands behind `exit` does not run, and a trap can change the code of the whole.
      const sure = all.programs.every(({ words: [name = ""] }) => !/^(?:exit|exec|return|trap)$/.test(name));
      return {
        ...all,
        alone: last !== undefined && parts.length === 1 && last.alone,
        proven: sure ? (last?.proven ?? []) : [],
      };
    }
  }
}

function together(parts: readonly Found[]): Found {
  return {
    programs: parts.flatMap(({ programs }) => programs),
    alone: false,
    proven: [],
    guessed: parts.some(({ guessed }) => guessed),
  };
}

/** Loops, conditions, broken quotes: cut at whatever may begin a command, so that none is overlooked. */
function fromUnreadable(text: string, place: Place): Found {
  const programs = cutUnreadable(text).flatMap((words) => {
    const own = withoutRunner(unwrap(words));
    return own.length === 0 ? [] : [programAt(own, place)];
  });
  return { programs, alone: false, proven: [], guessed: true };
}
