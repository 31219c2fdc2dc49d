import { neutraliseTerminal } from "../text/neutralise-terminal.ts";
import { truncate } from "../text/truncate.ts";

const longest = 300;

/** Redacted text as the one line of a mark. */
export function markText(text: string): string {
  // Of a very long text no more is looked at than could be shown, with room for what does not show.
  return truncate(neutraliseTerminal(text.slice(0, longest * 20).trim(), { oneLine: true }), longest);
}
