import type { Inline } from "../document/inline.ts";
import { briefLines, briefText } from "../neutral.ts";

/** One line of the brief: words of ours as they are, text of others held inside the line. */
export function line(...inlines: readonly Inline[]): string {
  return inlines
    .map((inline): string => {
      if (inline.kind === "word") return inline.text;
      return inline.kind === "tone" ? line(...inline.children) : briefText(inline);
    })
    .join("");
}

/** Somebody's words, every line of them behind a mark that they cannot remove. */
export function quote(text: string): string[] {
  return briefLines(text).map((part) => `> ${part}`.trimEnd());
}
