/** Words by which people say how work has to be done, in the languages of our users. */
const obligation =
  /\b(?:never|always|must(?:n't| not)?|don'?t|do not|does not need|should(?:n't| not)?|only|without|avoid|make sure|ensure|keep|leave|prefer|instead of|no longer|not allowed|forbidden|required?|stick to|at (?:most|least)|before you|unless|careful)\b/i;
const obligationZh =
  /不要|不能|不得|不准|不许|不可|禁止|务必|必须|一定要|只能|只用|只改|始终|总是|永远|切勿|请勿|避免|确保|保持|保留|优先|不应|应当|别(?:改|动|用|删|碰|再|把)/;

const longest = 600;
const shortest = 6;

/**
 * Sentences of a prompt that say how to work, verbatim. A hint, found by words: better one too many than one lost.
 * Code blocks and quoted logs are left out.
 */
export function findConstraints(prompt: string): readonly string[] {
  const prose = prompt.replace(/```[\s\S]*?(?:```|$)/g, "\n");
  const found = new Set<string>();
  for (const line of prose.split("\n")) {
    if (line.length > 20_000) continue;
    for (const sentence of sentencesOf(line)) {
      if (sentence.length < shortest || sentence.length > longest || /[?\uFF1F]$/.test(sentence)) continue;
      if (looksLikeCode(sentence)) continue;
      if (obligation.test(sentence) || obligationZh.test(sentence)) found.add(sentence);
    }
  }
  return [...found];
}

/** Pasted diffs, listings, quotations and program text: nobody's instruction. */
function looksLikeCode(sentence: string): boolean {
  return (
    /^(?:\d+\s*)?[+\-|>$#@]/.test(sentence) ||
    /\/\/|\/\*|=>|[:=!<>]=|[{};]$|^\s*(?:import|const|let|return)\b/.test(sentence)
  );
}

/** Cut after . ! ? followed by a blank, and after the Chinese ones; list marks in front are no part of it. */
function sentencesOf(line: string): readonly string[] {
  return line
    .replace(/^\s*(?:[-*+•]|\d+[.)])\s+/, "")
    .split(/(?<=[.!?])\s+(?=\S)|(?<=[\u3002\uFF01\uFF1F\uFF1B])/)
    .map((sentence) => sentence.trim());
}
