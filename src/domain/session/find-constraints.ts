/** Words by which people say how work has to be done, in the languages of our users. */
const obligation =
  /\b(?:never|always|must(?:n't| not)?|not allowed|forbidden|make sure|ensure that|stick to|at (?:most|least)|no longer|under no circumstances)\b/i;
/** These say it only where a sentence, or a clause of it, tells somebody to do something. */
const order =
  /(?:^|[,;:\u2014\u2013(]\s*|\s-\s)(?:(?:please|and|but|also|so|then|remember|important|note|just)[,:]?\s+)*(?:do not|don['\u2019]?t|avoid|leave|prefer|keep)\b|^(?:(?:please|and|but|also|so|then|remember|important|note)[,:]?\s+)*(?:keep|only|use|no)\b/i;
const told =
  /\b(?:please|and|but|also|so|you|we|i want you to|make it|it|they|that)[,:]?\s+(?:do not|don'?t|should(?:n't| not)?|may not|cannot|can't)\b/i;
const wish =
  /\b(?:i|we|you)(?: \w+ly)? (?:do not|don['\u2019]?t|never|no longer) (?:want|need|like|have to)\b|\bi(?: woul|['\u2019])d (?:rather|prefer)\b|\b(?:is|are) (?:off[- ]limits|out of scope|read[- ]only)\b/i;
const limit =
  /\b(?:only|just) (?:use|change|edit|touch|modify|run|work|add|fix|fixes|allow|be|the|in|on|this|these)\b|\b(?:use|change|edit|touch|modify|run|work on) only\b|\bwithout (?:changing|touching|breaking|using|asking|adding|removing|any)\b|\b(?:instead of|unless|before you|until i)\b/i;
const obligationZh =
  /不要|不能|不得|不准|不许|不可|禁止|务必|必须|一定要|只能|只用|只改|始终|总是|永远|切勿|请勿|避免|确保|保持|保留|优先|不应|应当|别(?:改|动|用|删|碰|再|把)/;

const longest = 600;
const shortest = 6;
/** A question that ends like a statement. */
const question =
  /^(?:(?:and|also|so|but|ok|hmm)[,:]?\s+)*(?:why|how|what|which|who|when|where|is|are|was|can|could|would|do|does|did|will|should|shall)\b(?!\s*not\b)/i;

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
      if (question.test(sentence) || looksLikeCode(sentence)) continue;
      if ([obligation, order, told, wish, limit, obligationZh].some((words) => words.test(sentence)))
        found.add(sentence);
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
