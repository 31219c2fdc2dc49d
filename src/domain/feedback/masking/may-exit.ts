import { unwrap } from "./unwrap.ts";
import type { ShellNode } from "../shell/parse-script.ts";

/**
 * Whether a piece of shell can end the shell that it stands in with exit 0, so that nothing behind it runs: `exit 0 && x`,
 * `{ exit; } && x`. A subshell and the parts of a pipe end only themselves.
 */
export function mayExit(node: ShellNode): boolean {
  switch (node.kind) {
    case "simple":
      return exits(node.words.map((word) => word.value ?? word.raw));
    case "and":
      return mayExit(node.left) || mayExit(node.right);
    case "or":
      return mayExit(node.left) || (!isBareExit(node.right) && mayExit(node.right));
    case "not":
    case "group":
      return mayExit(node.body);
    case "sequence":
      return node.items.some((item) => !item.background && mayExit(item.node));
    case "pipeline":
    case "subshell":
      return false;
  }
}

function exits(values: readonly string[]): boolean {
  const [name, code = "0"] = values;
  if (name === "exit" || name === "return") return !/^\d+$/.test(code) || Number(code) % 256 === 0;
  if (name === "eval") return values.slice(1).some((word) => /\b(?:exit|exec|return|eval)\b/.test(word));
  return name === "exec" && unwrap(values)[0] !== "exec";
}

/** Behind `||` it hands on the failure that led to it. */
function isBareExit(node: ShellNode): boolean {
  if (node.kind !== "simple") return false;
  const [name, code, ...rest] = node.words;
  const hands = code === undefined || code.raw === "$?" || code.raw === '"$?"';
  return (name?.value === "exit" || name?.value === "return") && hands && rest.length === 0;
}
