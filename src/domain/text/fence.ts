import { longestRun } from "./code-span.ts";
import { neutraliseTerminal } from "./neutralise-terminal.ts";

/** Text as a fenced Markdown block, ending in a newline: lines kept, content neutralised, the fence longer than any inside. */
export function fence(text: string, info: string = ""): string {
  const content = neutraliseTerminal(text);
  const marks = "`".repeat(Math.max(3, longestRun(content, "`") + 1));
  const body = content === "" || content.endsWith("\n") ? content : `${content}\n`;
  return `${marks}${info.replace(/[^A-Za-z0-9_+.-]/g, "")}\n${body}${marks}\n`;
}
