import type { Family } from "./languages.ts";

export interface PrintCall {
  readonly family: Family;
  /** What stands behind the opening bracket, on the same line. */
  readonly rest: string;
  /** In code that others use, and not in a program whose purpose is to print. */
  readonly inLibrary: boolean;
}

/**
 * Printing is what many programs are for, so only output that nobody but its author can have wanted counts:
 * a text that says "debug" or "got here", Python's `{x=}`, and in JavaScript libraries the bare dump of variables.
 */
export function isDebugOutput({ family, rest, inLibrary }: PrintCall): boolean {
  const text = firstText(rest);
  if (text !== null && isDebugText(text)) return true;
  if (family === "python" && /^\s*[rR]?[fF][rR]?["'].*\{[^{}"']*[\w)\]]\s*=\s*(?:![rsa])?(?::[^{}]*)?\}/.test(rest))
    return true;
  return family === "js" && inLibrary && isVariableDump(rest);
}

/** The string that the call begins with, behind a stream and the prefix of the string. */
function firstText(rest: string): string | null {
  const found =
    /^\s*(?:(?:std(?:err|out)|os\.Std(?:err|out)|STDERR|\*STDERR|-e|-n)\s*,?\s*)?[frbuL$@]{0,2}(["'`])((?:\\.|(?!\1).)*)/i.exec(
      rest,
    );
  return found?.[2] ?? null;
}

/** "debug" as a label; not as the name of a mode, level, port or build that a user is told about. */
const debugLabel =
  /^[^\p{L}\p{N}]*(?:debug(?:ging)?|dbg)(?![\w/.-])(?!\s+(?:mode|level|build|info|information|logs?|logging|symbols?|flags?|options?|port|server|output|is|was|enabled|disabled|on|off|files?|bundle|version|report|menu|panel)\b)/iu;
const nonsense = /^[^\p{L}\p{N}]*(?:(?:got|am|i'?m|reached|came)?\s*here|xxx+|aaa+|asdf+|qwer\w*|wtf|blah)[^\p{L}]*$/iu;
const shouting = /^\s*(?:>{3,}|!{3,}|<{3,})\s*\w/;

function isDebugText(text: string): boolean {
  return debugLabel.test(text) || nonsense.test(text) || shouting.test(text);
}

/** Names under which programs keep what they are asked to print. */
const outputNames =
  /^(?:out|output|help|usage|version|report|summary|banner|message|msg|text|lines?|json|html|markdown|table|chalk|color)$/i;

/** `x`, `a.b, c`, `{ x, y }`, `"x", x`: names, and nothing that makes a message of them. */
function isVariableDump(rest: string): boolean {
  const args = /^([^()]*)\)/.exec(rest)?.[1]?.trim() ?? "";
  const label = /^(["'`])\W*([\w$.]+)\W*\1\s*,\s*([\w$.?]+)$/.exec(args);
  if (label !== null) return label[2] === label[3] || label[3]?.endsWith(`.${label[2]}`) === true;
  const names = args
    .replace(/^\{(.*)\}$/, "$1")
    .split(",")
    .map((name) => name.trim());
  return names.every(
    (name) => /^[A-Za-z_$][\w$]*(?:\??\.[\w$]+|\[\w+\])*$/.test(name) && !outputNames.test(lastName(name)),
  );
}

function lastName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
