const word = /[\p{L}\p{N}'’`./_-]+/gu;
/** Where a clause begins, so that what follows is said to the agent and not of somebody. */
const clause = String.raw`(?:^|[,;:.!?→—–] *|- |\*\*|\b(?:and|but|so|then|please|also|just|now|you|explicitly) )`;
const negative = String.raw`(?:don['’]?t|do not)`;
const verbs =
  "add|change|fix|do|make|write|run|implement|update|create|remove|rename|move|refactor|try|put|build|set|leave|replace|rewrite|test|commit|push|use|have|go|call";
const asking = [
  /\b(?:must|mustn't|must not|should not|shouldn't|shouldn’t|should (?:never|always|only|keep)|needs? to (?:always|never|only))\b/i,
  new RegExp(`${clause}(?:never|always|avoid|only|keep|make sure|ensure|${negative})\\b`, "i"),
  /\bmake sure\b|\bto (?:only|always|never) |^use .* only\b/i,
  new RegExp(`\\b(?:i|we) (?:explicitly |really )?${negative} want\\b`, "i"),
  new RegExp(
    `^(?:please |let's |lets |and |but |so |now |also |ok,? |yes,? )*(?:${verbs})\\b.*\\b(?:without \\w+ing|instead of)\\b`,
    "i",
  ),
  /^instead of\b|\b(?:should|please|can you)\b.*\b(?:without \w+ing|instead of)\b/i,
];
/** A guess, a purpose, an idiom, a report. */
const other = [
  /\bmust (?:have|be (?:because|that|some|a))\b|\b(?:should|would|will|can) never happen\b|\bkeep (?:in mind|as|it up|going|getting|seeing)\b/i,
  new RegExp(`${negative} (?:know|think|see|understand|remember|mind|get|worry|believe|like|wait)\\b`, "i"),
  /\bonly (?:thing|problem|issue|question|then|one|a|an|at|after|when i|because)\b|\bjust to make sure\b|\balways be a \w+ matching\b/i,
];
const pasted =
  /^(\s*[>|+$#]|\s*at \S+ ?\(|\s*\d+(?:[:|]|\.\d+)\s|\s*[-+]{3}\s|\s*[{}[\]<]|\S*\d{2}:\d{2}:\d{2}|.*(\t|  {3,}|[{};]\s*$|=>|\|.*\|))/;
const acknowledged = [
  /^(?:ok|okay|k|yes|yep|yeah|y|no|nope|sure|thanks?|thank you)\b(?:[\s,.!]+\S+){0,3}$/i,
  /^(?:excellent|awesome|great|perfect|nice|good|lgtm|amazing|cool|wow)\b(?:[\s,.!]+\S+){0,4}$/i,
  /^(?:please )?(?:continue|go on|go|proceed|go ahead|done|next|resume|retry|try again|keep going|do it|carry on|pick up where we left off|sounds good|hi|hello|hey|test)(?: please| now| from where you left off)?[\s.!]*$/i,
];

/** A longer message is a pasted document: of it only what comes before its first heading is taken as the user's words. */
const longest = 8000;

/** The sentences in which the user lays down what holds from then on. Found by keywords: some are missed. */
export function constraintsOf(message: string): readonly string[] {
  return prose(message)
    .flatMap(sentencesOf)
    .filter((sentence) => {
      const words = sentence.match(word)?.length ?? 0;
      if (words < 3 || words > 60 || /[?:]$/.test(sentence)) return false;
      return asking.some((form) => form.test(sentence)) && !other.some((form) => form.test(sentence));
    });
}

/** The lines that are the user's own sentences. */
function prose(message: string): readonly string[] {
  if (message.startsWith("Implement the following plan:")) return [];
  const own = message.length > longest ? (message.split(/\n#+ |\n\n/)[0] ?? "").slice(0, longest) : message;
  return own
    .replace(/```[\s\S]*?(```|$)/g, "\n")
    .split("\n")
    .filter((line) => line.trim() !== "" && !pasted.test(line));
}

function sentencesOf(line: string): readonly string[] {
  return line
    .replace(/^\s*(?:[-*•]|\d+[.)])\s+/, "")
    .split(/(?<=\?)\s+|(?<=[.!])\s+(?=[\p{Lu}"'`(])|(?<=\p{Ll}{3}[.!])\s+(?=\p{Ll})/u)
    .map((sentence) => sentence.trim());
}

/** The newest message that asks for something: no acknowledgement, no word of going on. */
export function requestOf(messages: readonly string[]): string | null {
  const request = messages.findLast((message) => {
    const words = message.match(word)?.length ?? 0;
    return words > 1 && !acknowledged.some((form) => form.test(message.trim())) && !message.startsWith("/");
  });
  return request ?? null;
}
