/** A simple command of a command line, and the operator after it. */
export interface Segment {
  /** Without what sets variables, keywords and programs that only start another. */
  readonly words: readonly string[];
  /** As it was written. */
  readonly text: string;
  readonly next: "&&" | "||" | "|" | ";" | "&" | "";
}

/** The simple commands of a command line, by its operators; what is quoted or a here-document is text. */
export function segmentsOf(command: string): readonly Segment[] {
  const segments: Segment[] = [];
  for (const { text, next } of split(withoutDocuments(command))) {
    const words = started(wordsOf(text));
    if (words.length > 0) segments.push({ words, text, next });
  }
  return segments;
}

/** Replaces the body of each here-document by nothing. */
function withoutDocuments(command: string): string {
  return command
    .replace(/(<<-?\s*(['"]?)(\w+)\2[^\n]*)\n[\s\S]*?(?:\n\s*\3(?=\s|\)|$)|$)/g, "$1")
    .replace(/\\\r?\n/g, " ");
}

type Operator = Segment["next"];

function split(command: string): readonly { text: string; next: Operator }[] {
  const parts: { text: string; next: Operator }[] = [];
  let start = 0;
  let at = 0;
  const end = (length: number, next: Operator): void => {
    const text = command.slice(start, at).replace(/^[\s(]+|[\s)]+$/g, "");
    if (text !== "") parts.push({ text, next });
    at += length;
    start = at;
  };
  while (at < command.length) {
    const skip = quoted(command, at);
    const two = command.slice(at, at + 2);
    if (skip > 0) at += skip;
    else if (two === "&&" || two === "||") end(2, two);
    else if (command[at] === "|") end(two === "|&" ? 2 : 1, "|");
    else if (command[at] === ";" || command[at] === "\n") end(1, ";");
    else if (command[at] === "&" && command[at - 1] !== ">" && command[at + 1] !== ">") end(1, "&");
    else at += 1;
  }
  end(0, "");
  return parts;
}

/** How many characters from here belong together: a quoted text, a substitution, a comment, an escaped character. */
function quoted(command: string, at: number): number {
  const rest = command.slice(at);
  const before = at === 0 ? "\n" : (command[at - 1] ?? "");
  const match =
    /^'[^']*'/.exec(rest) ??
    /^"(?:\\[\s\S]|[^"\\])*"/.exec(rest) ??
    /^\$\((?:[^()]|\([^()]*\))*\)/.exec(rest) ??
    /^`[^`]*`/.exec(rest) ??
    /^\\[\s\S]/.exec(rest) ??
    (/\s/.test(before) ? /^#[^\n]*/.exec(rest) : null);
  return match?.[0].length ?? 0;
}

function wordsOf(text: string): readonly string[] {
  const words = text.match(/(?:'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|[^\s'"\\])+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"/g, "$1$2"));
}

const keywords = new Set([
  "if",
  "then",
  "else",
  "elif",
  "fi",
  "while",
  "until",
  "do",
  "done",
  "!",
  "{",
  "}",
  "time",
  "sudo",
  "exec",
  "command",
  "nohup",
  "env",
  "&",
]);
const starters: readonly RegExp[] = [
  /^(npx|bunx|pnpx)$/,
  /^(uv|poetry|pipenv|hatch|pdm|rye) run$/,
  /^(pnpm|yarn|npm|bun) (exec|dlx|x)$/,
  /^bundle exec$/,
  /^mise (exec|x)$/,
];

/** The program that runs in the end and its arguments. */
function started(words: readonly string[]): readonly string[] {
  const [first = "", second = "", ...rest] = words;
  if (words.length === 0) return [];
  if (keywords.has(first) || /^\w+\+?=/.test(first)) return started(words.slice(1));
  if (first === "timeout" || first === "gtimeout")
    return started(words.slice(words.findIndex((word, at) => at > 0 && /^\d/.test(word)) + 1 || 1));
  if (starters[0]?.test(first) === true)
    return started(words.slice(1).filter((word, at) => !(at === 0 && /^(-y|--yes|--no-install)$/.test(word))));
  if (starters.slice(1).some((starter) => starter.test(`${first} ${second}`)))
    return started(rest.filter((word, at) => !(at === 0 && word === "--")));
  return words;
}
