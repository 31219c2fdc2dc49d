import { shellWords } from "../feedback/quote-command.ts";

/**
 * How to execute an acceptance command: through a shell, as it is written. Only what no shell can read because course
 * tools joined an argv with blanks (`python3 -c print(1)`) runs as those words.
 */
export function argvToRun(command: string): readonly string[] {
  const joined = shellWords(command) === null && isJoined(command);
  return joined ? command.trim().split(/\s+/) : ["sh", "-c", command];
}

/** Words without quotes, operators or expansions; the brackets in mid-word are what a shell would stumble over. */
export function isJoined(words: string): boolean {
  return /[^\s(]\(/.test(words) && !/[&|;<>$`'"\\\n]|(?:^|\s)\(/.test(words);
}
