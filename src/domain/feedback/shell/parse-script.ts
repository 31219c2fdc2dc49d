import { readTokens, type Token, type Word } from "./read-tokens.ts";

/** A script as far as exit codes are concerned. Of redirections only the targets stay: a command can run inside. */
export type ShellNode =
  | SimpleNode
  | { readonly kind: "pipeline"; readonly parts: readonly ShellNode[] }
  | { readonly kind: "not"; readonly body: ShellNode }
  | { readonly kind: "and" | "or"; readonly left: ShellNode; readonly right: ShellNode }
  | { readonly kind: "sequence"; readonly items: readonly SequenceItem[] }
  | { readonly kind: "group" | "subshell"; readonly body: ShellNode; readonly targets: readonly Word[] };

export interface SimpleNode {
  readonly kind: "simple";
  readonly assignments: readonly Word[];
  readonly words: readonly Word[];
  readonly targets: readonly Word[];
}

interface SequenceItem {
  readonly node: ShellNode;
  readonly background: boolean;
}

/** Words that begin what this parser does not model: loops, conditions, functions. */
const compound = new Set(
  "if then elif else fi for while until do done case esac select function coproc in ((".split(" "),
);
const assignment = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;
const maxDepth = 40;
/** Parts of one `&&` and `||` list: it becomes as deep a tree. */
const maxChain = 500;

/** null: not understood. */
export function parseScript(text: string): ShellNode | null {
  const tokens = readTokens(text);
  if (tokens === null) return null;
  const cursor: Cursor = { tokens, at: 0, depth: 0 };
  const script = parseSequence(cursor);
  return script !== null && cursor.at === tokens.length ? script : null;
}

interface Cursor {
  readonly tokens: readonly Token[];
  at: number;
  depth: number;
}

function operatorAt(cursor: Cursor): string | null {
  const token = cursor.tokens[cursor.at];
  return token?.kind === "operator" ? token.text : null;
}

function bareWordAt(cursor: Cursor): string | null {
  const token = cursor.tokens[cursor.at];
  return token?.kind === "word" && token.raw === token.value ? token.raw : null;
}

function skipNewlines(cursor: Cursor): void {
  while (operatorAt(cursor) === "\n") cursor.at += 1;
}

function parseSequence(cursor: Cursor): ShellNode | null {
  const items: SequenceItem[] = [];
  for (;;) {
    skipNewlines(cursor);
    if (cursor.at >= cursor.tokens.length || operatorAt(cursor) === ")" || bareWordAt(cursor) === "}") break;
    const node = parseAndOr(cursor);
    if (node === null) return null;
    const separator = operatorAt(cursor);
    items.push({ node, background: separator === "&" });
    if (separator === ";" || separator === "&" || separator === "\n") cursor.at += 1;
    else if (separator !== null && separator !== ")") return null;
    else if (separator === null && cursor.at < cursor.tokens.length) return null;
  }
  return { kind: "sequence", items };
}

function parseAndOr(cursor: Cursor): ShellNode | null {
  let left = parsePipeline(cursor);
  for (let length = 1; ; length += 1) {
    const operator = operatorAt(cursor);
    if (left === null || (operator !== "&&" && operator !== "||")) return left;
    if (length > maxChain) return null;
    cursor.at += 1;
    skipNewlines(cursor);
    const right = parsePipeline(cursor);
    if (right === null) return null;
    left = { kind: operator === "&&" ? "and" : "or", left, right };
  }
}

function parsePipeline(cursor: Cursor): ShellNode | null {
  const negated = bareWordAt(cursor) === "!";
  if (negated) cursor.at += 1;
  const parts: ShellNode[] = [];
  for (;;) {
    const part = parseCommand(cursor);
    if (part === null) return null;
    parts.push(part);
    const operator = operatorAt(cursor);
    if (operator !== "|" && operator !== "|&") break;
    cursor.at += 1;
    skipNewlines(cursor);
  }
  const [only] = parts;
  const body: ShellNode = parts.length === 1 && only !== undefined ? only : { kind: "pipeline", parts };
  return negated ? { kind: "not", body } : body;
}

function parseCommand(cursor: Cursor): ShellNode | null {
  const word = bareWordAt(cursor);
  if (operatorAt(cursor) === "(") return parseEnclosed(cursor, "subshell");
  if (word === "{") return parseEnclosed(cursor, "group");
  if (word !== null && compound.has(word)) return null;
  return word === "[[" ? parseConditional(cursor) : parseSimple(cursor);
}

function parseEnclosed(cursor: Cursor, kind: "group" | "subshell"): ShellNode | null {
  cursor.depth += 1;
  if (cursor.depth > maxDepth) return null;
  cursor.at += 1;
  const body = parseSequence(cursor);
  const closed = kind === "group" ? bareWordAt(cursor) === "}" : operatorAt(cursor) === ")";
  if (body === null || !closed) return null;
  cursor.at += 1;
  cursor.depth -= 1;
  const targets: Word[] = [];
  return readRedirects(cursor, targets) ? { kind, body, targets } : null;
}

/** False when a redirection has no target. */
function readRedirects(cursor: Cursor, targets: Word[]): boolean {
  while (cursor.tokens[cursor.at]?.kind === "redirect") {
    const target = cursor.tokens[cursor.at + 1];
    if (target?.kind !== "word") return false;
    targets.push(target);
    cursor.at += 2;
  }
  return true;
}

/** `[[ … ]]` as one simple command: inside, `&&`, `||`, `<` and parentheses are tests. */
function parseConditional(cursor: Cursor): ShellNode | null {
  const words: Word[] = [];
  for (; cursor.at < cursor.tokens.length; cursor.at += 1) {
    const token = cursor.tokens[cursor.at];
    if (token?.kind !== "word") continue;
    words.push(token);
    if (token.raw !== "]]") continue;
    cursor.at += 1;
    const targets: Word[] = [];
    return readRedirects(cursor, targets) ? { kind: "simple", assignments: [], words, targets } : null;
  }
  return null;
}

function parseSimple(cursor: Cursor): ShellNode | null {
  const assignments: Word[] = [];
  const words: Word[] = [];
  const targets: Word[] = [];
  const start = cursor.at;
  for (;;) {
    const token = cursor.tokens[cursor.at];
    if (token?.kind === "redirect") {
      if (!readRedirects(cursor, targets)) return null;
    } else if (token?.kind === "word") {
      if (words.length === 0 && assignment.test(token.raw)) assignments.push(token);
      else words.push(token);
      cursor.at += 1;
    } else {
      break;
    }
  }
  // `name()` begins a function, `name=(…)` an array: neither is modelled.
  if (cursor.at === start || operatorAt(cursor) === "(") return null;
  return { kind: "simple", assignments, words, targets };
}
