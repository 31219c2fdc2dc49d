import { mapStrings } from "../domain/generate/map-strings.ts";
import type { Words } from "../render/words/words.ts";

/** Commands that have a tool of their name, and what a word behind them is called there. */
const positional: Readonly<Record<string, string>> = { note: "text", show: "id", pickup: "id", inspect: "run" };
const argumentsOfTools: ReadonlySet<string> = new Set(["answers", "topic", "branch", "force"]);

const kind = "next|assume|block|ask|risk|decide|constrain|require|keep|done";
/** What may stand for a text: in quotes, a placeholder in capitals, a hole of a template, an id. */
const value = String.raw`"[^"]*"|\{\w+\}|[A-Z]{2,}\b|[nep]-[0-9a-f]+`;
const command = new RegExp(
  String.raw`passdown (?<tool>pickup|status|note|check|pack|show|inspect)\b(?<kind> (?:${kind})\b)?(?<rest>(?: (?:--[a-z]+(?: (?:${value}|[^\s\`,;-][^\s\`,;]*))?|${value}))*)`,
  "g",
);
const word = new RegExp(String.raw`--(?<flag>[a-z]+)(?: (?<given>${value}|[^\s-]\S*))?|(?<bare>${value})`, "g");

/**
 * A hint as it is told where there is no shell: a command that has a tool becomes a call of it, `passdown note next TEXT`
 * for example `note(kind: next, text: TEXT)`. Commands without a tool stay as they are: the user has a terminal.
 */
export function asCalls(hint: string): string {
  return hint.replace(command, (whole: string, ...found: unknown[]) => {
    const { tool = "", kind: named, rest = "" } = found.at(-1) as Readonly<Record<string, string | undefined>>;
    const told: string[] = named === undefined ? [] : [`kind: ${named.trim()}`];
    for (const { groups = {} } of rest.matchAll(word)) {
      const { flag, given, bare } = groups;
      if (flag === "json") continue;
      if (flag !== undefined && (given === undefined || !argumentsOfTools.has(flag))) return whole;
      const name = flag ?? positional[tool];
      if (name === undefined) return whole;
      told.push(`${name}: ${given ?? bare ?? ""}`);
    }
    return told.length === 0 ? tool : `${tool}(${told.join(", ")})`;
  });
}

/** The words of a language, with the tools in place of the commands. Foreign text is filled in later, and stays. */
export function wordsWithCalls(words: Words): Words {
  const told = mapStrings(words, asCalls);
  // A packet that nobody trusts is read by the user, at a terminal: the tool refuses it.
  return { ...told, reasons: { ...told.reasons, origin_untrusted: words.reasons.origin_untrusted } };
}

/** A document with its suggestions told that way. */
export function adviseCalls<T>(document: T): T {
  return advised(document) as T;
}

function advised(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(advised);
  if (part === null || typeof part !== "object") return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, item]) => [
      key,
      key === "suggestion" && typeof item === "string" ? asCalls(item) : advised(item),
    ]),
  );
}
