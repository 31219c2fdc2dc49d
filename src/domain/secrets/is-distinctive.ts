import { isHash, isMixed, isPhrase, looksRandom } from "./judge-value.ts";
import { looksLikeName } from "./looks-like-name.ts";

const shortest = 8;
const longest = 400;
/** Of these lengths are the ids that all other statements rest on. */
const idLengths: ReadonlySet<number> = new Set([40, 64, 96, 128]);

/**
 * Whether a secret is one wherever it stands: nothing else would be written like that. `test`, `main`, `hunter2` and
 * `release-2024` are masked only where something says that they are passwords.
 */
export function isDistinctive(value: string): boolean {
  if (value.length < shortest || value.length > longest || value.includes("[redacted")) return false;
  if (/\s/.test(value)) return value.length >= 16 && isPhrase(value);
  if (/^[0-9a-f]+$/i.test(value)) return value.length >= 16 && /\D/.test(value) && !idLengths.has(value.length);
  if (isHash(value) || !/[A-Za-z]/.test(value) || isNumberedName(value)) return false;
  if (looksRandom(value)) return true;
  // Words with a number: a name, unless it is written as no name is.
  return isMixed(value) && (!looksLikeName(value) || /[^\w./@:-]/.test(value));
}

/** `release-2024`, `step/12` */
function isNumberedName(value: string): boolean {
  const words = value.replace(/[-_./]v?\d{1,4}(?![A-Za-z0-9])/g, "");
  return words.length < value.length && !/[^A-Za-z_./-]/.test(words) && looksLikeName(words);
}

/** The same for a word of which only four digits of its hash are known: nothing that could be an id. */
export function couldRecur(word: string): boolean {
  return /\d/.test(word) && /[g-zG-Z]/.test(word) && isDistinctive(word);
}
