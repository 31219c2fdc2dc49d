import { neutraliseTerminal } from "./neutralise-terminal.ts";

/**
 * Text as a Markdown code span in one line, for file names and commands: the delimiter is longer than any run of
 * backticks inside, line breaks and controls are shown as escapes. In a table cell pipes need a backslash.
 */
export function codeSpan(text: string, options: { readonly cell?: boolean } = {}): string {
  const line = neutraliseTerminal(text, { oneLine: true });
  const content = options.cell === true ? line.replaceAll("|", "\\|") : line;
  const delimiter = "`".repeat(longestRun(content, "`") + 1);
  // A space at both ends is taken off by the reader; it keeps backticks and blanks at the ends apart from the delimiter.
  const padded = content.trim() === "" || /^[ `]|[ `]$/.test(content);
  return padded ? `${delimiter} ${content} ${delimiter}` : `${delimiter}${content}${delimiter}`;
}

export function longestRun(text: string, character: string): number {
  let longest = 0;
  let run = 0;
  for (const each of text) {
    run = each === character ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}
