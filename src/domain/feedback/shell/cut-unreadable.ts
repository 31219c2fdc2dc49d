/** Texts that a program is handed and that are no commands: here-documents, here-strings of PowerShell. */
const documents: readonly RegExp[] = [
  /@'\r?\n[\s\S]*?\n'@/g,
  /@"\r?\n[^`$]*?\n"@/g,
  /(<<-?\s*'(\w+)'[^\n]*)\n[\s\S]*?\n\s*\2(?=\s|$)/g,
];

/**
 * Quoted words without anything that could run inside; redirections; what may begin a command; blanks; the rest. A quote
 * inside a word is an apostrophe.
 */
const piece =
  /(?<![^\s=:,([{])(?:'([^']*)'|"((?:\\[\s\S]|[^"\\$`]|\$(?!\())*)")(?=[\s;&|)\]},]|$)|(\d*>>?(?:&\d|[^\S\n]*[^\s;&|(){}'"]+)?)|([;&|\n(){}`]+)|([^\S\n]+)|([^\s;&|\n(){}`'"<>]+|['"<>])/g;
const keyword = /^(?:do|then|else|elif|if|while|until)$/;

/**
 * The words of each command of a text that is not understood: loops, conditions, other shells. Cut at whatever may begin
 * a command, so that none is overlooked; some of what comes out was none.
 */
export function cutUnreadable(text: string): readonly (readonly string[])[] {
  // What stands behind the mark of a here-document, on its line, is read.
  const bare = documents.reduce(
    (sofar, form) => sofar.replace(form, (_, line: unknown) => (typeof line === "string" ? `${line}\n` : " ")),
    text,
  );
  const commands: string[][] = [];
  let words: string[] = [];
  let word = "";
  const endWord = (): void => {
    if (keyword.test(word)) endCommand();
    else if (word !== "") words.push(word);
    word = "";
  };
  const endCommand = (): void => {
    if (words.length > 0) commands.push(words);
    words = [];
  };
  for (const [whole, single, double, redirect, operator, blank] of bare.matchAll(piece)) {
    if (operator !== undefined) {
      endWord();
      endCommand();
    } else if (blank !== undefined || redirect !== undefined) endWord();
    else word += single ?? double?.replaceAll(/\\([\\"$`])/g, "$1") ?? whole;
  }
  endWord();
  endCommand();
  return commands;
}
