// The package's own entry is in a format that a bundler cannot see through.
import { createScanner, parse, parseTree, type Node, type ParseError } from "jsonc-parser/lib/esm/main.js";

/** JSON as clients' settings hold it: with comments and trailing commas where they allow these. */
export interface JsonDocument {
  readonly text: string;
  readonly root: Node;
}

const options = { allowTrailingComma: true, disallowComments: false };

/** null: it is no JSON, or no object. */
export function readJson(text: string): JsonDocument | null {
  const errors: ParseError[] = [];
  const root = orUndefined(() => parseTree(text, errors, options));
  return errors.length > 0 || root?.type !== "object" ? null : { text, root };
}

/** undefined: it cannot be read. */
export function jsonValue(text: string): unknown {
  const errors: ParseError[] = [];
  const value = orUndefined((): unknown => parse(text, errors, options));
  return errors.length > 0 ? undefined : value;
}

/** The parser calls itself for each level: a text that is nested too deep for it cannot be read. */
function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The value under a key; "twice" when the key stands there more than once, where readers disagree. */
export function member(object: Node, key: string): Node | null | "twice" {
  const found = (object.children ?? []).filter(({ children }) => children?.[0]?.value === key);
  if (found.length > 1) return "twice";
  return found[0]?.children?.[1] ?? null;
}

export function valueOf(node: Node): unknown {
  if (node.type === "array") return (node.children ?? []).map(valueOf);
  if (node.type !== "object") return node.value as unknown;
  return Object.fromEntries(
    (node.children ?? []).map(({ children }) => [children?.[0]?.value, valueAt(children?.[1])]),
  );
}

function valueAt(node: Node | undefined): unknown {
  return node === undefined ? null : valueOf(node);
}

/** Kinds of the scanner that are told apart here; the package declares them in a form that leaves no values. */
const kinds = { comma: 5, lineBreak: 14, blanks: 15, end: 17 } as const;

interface Token {
  readonly kind: number;
  readonly offset: number;
  readonly end: number;
}

/** Tokens and comments between two places, without blanks. */
export function tokensBetween(text: string, from: number, to: number): Token[] {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  const tokens: Token[] = [];
  for (let kind: number = scanner.scan(); kind !== kinds.end && scanner.getTokenOffset() < to; kind = scanner.scan()) {
    if (kind === kinds.blanks || kind === kinds.lineBreak) continue;
    tokens.push({ kind, offset: scanner.getTokenOffset(), end: scanner.getTokenOffset() + scanner.getTokenLength() });
  }
  return tokens;
}

export const isComma = ({ kind }: Token): boolean => kind === kinds.comma;
