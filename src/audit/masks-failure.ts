/** Programs whose exit code says nothing about the work. */
const empty = /^(?::|true|echo|printf|exit 0)(?:\s|$)/;
/** Ends the shell, with success where the command before it had some. */
const leaves = /^exit(?:\s+0)?$/;
/** They exit 0 whatever the commands that they run did, or when they ran none. */
const blind = /^(?:find|xargs|parallel)(?:\s|$)/;
/** They only hand on what they are given: behind a pipe the command after them is the one that counts. */
const feeder = /^(?:cat|echo|printf|head|tail|tac|seq|yes)(?:\s|$)/;

/**
 * Whether a failure of what a shell was told to run disappears, as far as the look of the text tells. Apart from the
 * rules that judge a run, and coarser: where it is not sure, it says no.
 */
export function masksFailure(script: string): boolean {
  const text = script
    .replace(/'[^']*'|"(?:\\.|[^"\\])*"/g, "x")
    .replace(/\d*[<>]&\d+|&?\d*(?:>>?|<)\s*[^\s;|&]+/g, " ")
    .trim();
  if (text.endsWith("&") && !text.endsWith("&&")) return true;
  const commands = text.split(/;|\n|&&|(?<!&)&(?!&)/).filter((part) => part.trim() !== "");
  // Whatever stands behind it is never reached.
  if (commands.slice(0, -1).some((part) => leaves.test(part.trim()))) return true;
  const last = commands.at(-1)?.trim() ?? "";
  const alternatives = last.split("||").map((part) => part.trim());
  const final = alternatives.at(-1) ?? "";
  if (alternatives.length > 1) return empty.test(final);
  const joined = text.slice(0, text.lastIndexOf(last)).trimEnd().endsWith("&&");
  const stops = /\bset -[a-z]*e/.test(text);
  if (empty.test(last)) return !joined && !stops;
  if (blind.test(final)) return true;
  const parts = final.split("|").map((part) => part.trim());
  return parts.length > 1 && !text.includes("pipefail") && parts.slice(0, -1).some((part) => !feeder.test(part));
}
