import type { Fact } from "./facts.ts";

/*
 * When a text tells a fact. The same rules for every packet maker: a path exactly, a commit by seven digits, a command by
 * its first 50 characters, an error line by 60 % of its words within 1,000 characters, a sentence of the user by 70 %.
 */
const commandChars = 50;
const windowChars = 1_000;
const errorShare = 0.6;
const sentenceShare = 0.7;
/** Longer ones are told when this much of their beginning is. */
const sentenceWords = 60;

/** Where a list entry, a quotation, a heading or an event begins: what stands in one unit belongs together. */
const beginsUnit = /^\s*$|^(?:#{1,6} |[-*|>] |User: |Agent: |Call: )/;
const unitMark = "\u0001 ";

/** Prepared once for many facts. */
export interface Told {
  readonly text: string;
  readonly words: readonly Word[];
  readonly places: ReadonlyMap<string, readonly number[]>;
}

interface Word {
  readonly word: string;
  readonly at: number;
}

export function prepare(raw: string): Told {
  const text = `${raw}\n\n${unfold(raw)}`
    .split("\n")
    .map((line) => (beginsUnit.test(line) ? unitMark : "") + normalise(line))
    .join(" ");
  const words = wordsOf(text);
  const places = new Map<string, number[]>();
  words.forEach(({ word }, at) => {
    const known = places.get(word);
    if (known === undefined) places.set(word, [at]);
    else known.push(at);
  });
  return { text, words, places };
}

/** A text of statements, or a log, whose order of events tells by itself what came after a check. */
export type Form = "statements" | "log";

/** Of a longer line (a log has whole documents in one) only the word is unfolded. */
const longestUnfolded = 600;

/** What is written as a shell reads it, `src/{a,b}.ts`, `gh api comments/{1,2}/replies`: its line once for each name. */
function unfold(raw: string): string {
  return raw.split("\n").flatMap(unfoldLine).join("\n");
}

function unfoldLine(line: string): string[] {
  return [...line.matchAll(/([^\s`{}]*)\{([^{}]+,[^{}]+)\}([^\s`{}]*)/g)].flatMap(
    ({ 0: word, 1: head = "", 2: names = "", 3: tail = "", index }) => {
      const whole = line.length <= longestUnfolded;
      const [before, after] = whole ? [line.slice(0, index), line.slice(index + word.length)] : ["", ""];
      return names.split(",").map((name) => `${before}${head}${name}${tail}${after}`);
    },
  );
}

export function tells(told: Told, fact: Fact, form: Form = "statements"): boolean {
  switch (fact.class) {
    case "file":
      return tellsPath(told, fact.path);
    case "failure":
      return tellsFailure(told, fact);
    case "verification":
      return unitsOf(told, fact.command).some((unit) => tellsVerdict(unit, fact.verdict, form));
    case "commit":
      return told.text.includes(fact.id.slice(0, 7));
    case "todo":
    case "constraint":
    case "request":
      return tellsSentence(told, fact.text);
    case "effect":
      return unitsOf(told, fact.target).some((unit) => (fact.state === "unknown") === unclear.test(unit));
  }
}

/** Nobody can tell whether it happened. */
const unclear = /\bunknown\b|no result|no exit code|interrupted|may have happened/;

/** The path as a whole: not the end of a longer one, and not the beginning of another name. */
export function tellsPath({ text }: Told, path: string): boolean {
  const wanted = normalise(path);
  return placesOf({ text }, wanted).some((at) => {
    const before = text[at - 1] ?? " ";
    const after = text.slice(at + wanted.length, at + wanted.length + 2);
    // An absolute path or `./` before it names the same file.
    return !/[\w-]/.test(before) && !/^(?:[\w-]|\.\w|\/)/.test(after);
  });
}

export function tellsCommand(told: Told, command: string): boolean {
  return placesOf(told, beginning(command)).length > 0;
}

function tellsFailure(told: Told, { command, error, others = [] }: Extract<Fact, { class: "failure" }>): boolean {
  const wanted = [error, ...others].map((line) => wordsOf(normalise(line)).map(({ word }) => word));
  return placesOf(told, beginning(command)).some((at) => {
    const after = told.text.slice(at, at + beginning(command).length + windowChars);
    const seen = new Set(wordsOf(after).map(({ word }) => word));
    return wanted.some((words) => share(words, seen) >= errorShare);
  });
}

const good = /\bpass(?:ed|es)?\b|exit(?:ed)?(?: code)?:? 0\b|\bok\b|success/;
const bad = /\bfail(?:ed|s|ure|ures|ing)?\b|exit(?:ed)?(?: code)?:? [1-9]/;
const open =
  /not[ _]run|not found|no tests|exit(?:ed)?(?: code)?:? 127\b|\bunknown\b|\bweak\b|\bstale\b|later changes|other content|no exit code|says nothing|proves nothing|no result/;

/** A word for exactly this result in the same unit, and none for its opposite. */
function tellsVerdict(unit: string, verdict: "passed" | "failed" | "not_run", form: Form): boolean {
  if (verdict === "passed") return good.test(unit) && !bad.test(unit);
  if (verdict === "failed") return bad.test(unit);
  // That a check is older than the last edit, or was cut off, is told by the order of a log.
  return open.test(unit) || form === "log";
}

/** The units in which a command stands. */
function unitsOf(told: Told, command: string): string[] {
  const wanted = beginning(command);
  return placesOf(told, wanted).map((at) => {
    const from = told.text.lastIndexOf(unitMark, at);
    const to = told.text.indexOf(unitMark, at + wanted.length);
    return told.text.slice(
      Math.max(from, at - 200, 0),
      Math.min(to < 0 ? told.text.length : to, at + wanted.length + windowChars),
    );
  });
}

/** 70 % of the sentence's words within a stretch of text of at most 1,000 characters, or one and a half times its length. */
export function tellsSentence(told: Told, sentence: string): boolean {
  const wanted = wordsOf(normalise(sentence))
    .slice(0, sentenceWords)
    .map(({ word }) => word);
  if (wanted.length === 0) return false;
  const reach = Math.max(wanted.length * 2, 12);
  // Where its rarest words stand, the sentence may stand.
  const starts = wanted.flatMap((word) => told.places.get(word) ?? []);
  for (const start of new Set(starts)) {
    const seen = new Set<string>();
    const first = told.words[start];
    for (let at = start; at < start + reach && at < told.words.length; at += 1) {
      const here = told.words[at];
      if (
        here === undefined ||
        first === undefined ||
        here.at - first.at > Math.max(windowChars, sentence.length * 1.5)
      )
        break;
      seen.add(here.word);
    }
    if (share(wanted, seen) >= sentenceShare) return true;
  }
  return false;
}

function share(wanted: readonly string[], seen: ReadonlySet<string>): number {
  if (wanted.length === 0) return 1;
  return wanted.filter((word) => seen.has(word)).length / wanted.length;
}

/** Without the `cd` in front of it, which says where, not what. */
function beginning(command: string): string {
  return normalise(command.replace(/^\s*cd\s+\S+\s*(?:&&|;|\n)\s*(?=\S)/, ""))
    .slice(0, commandChars)
    .trim();
}

function placesOf({ text }: Pick<Told, "text">, wanted: string): number[] {
  const found: number[] = [];
  if (wanted === "") return found;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) found.push(at);
  return found;
}

/** Marks of Markdown and of quoting, case and white space say nothing. */
export function normalise(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/\\(?=[^\w\s])|[`"'*“”‘’]/g, "")
    .replaceAll(/^[>│|] ?/gm, "")
    .replaceAll(/\s+/g, " ")
    .toLowerCase();
}

/** Runs of letters and digits; each character of scripts that use no blanks is a word. */
function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}_]+/gu)].map((found) => ({
    word: found[0],
    at: found.index,
  }));
}
