const word = /[\p{L}\p{N}'’`./_-]+/gu;
const lasting =
  /\b(never|always|must|must not|mustn't|don't|don’t|do not|avoid|make sure|ensure that|should not|shouldn't)\b|\b(?:instead of|without)\b|^(?:please |also |and |but )*(?:only|keep)\b|\b(?:should|must|can|may|use|let's|please|to) (?:only|keep)\b/i;
const directive =
  /\b(please|should|must|need to|needs to|have to|let's|make sure|want|never|always|don't|don’t|do not|avoid|ensure|only|keep|use|has to)\b|^(add|change|fix|do|make|write|run|implement|update|create|remove|rename|move|refactor|try|put|build|set|leave|replace|rewrite|test|commit|push)\b/i;
/** A statement about the world: who does not do, know, or see something. */
const statement =
  /\b(i|we|you|they|it|that|this|these|those|which|users?|there|who|people|tests?|he|she|s) (?:just |really |also |still |probably )?(don't|don’t|do not|never|always|must have|only)\b|\b(why|if|when|because|since)\b[^,]*\b(don't|don’t|do not|never|always|without|instead of)\b|\bdon['’]?t (know|think|see|understand|remember|mind|have|get|find|need)\b|\bdo not (know|think|see|understand|have)\b/i;
const pasted =
  /^(\s*[>|+$#]|\s*at \S+ ?\(|\s*\d+[:|]\s|\s*[-+]{3}\s|\s*[{}[\]<]|\S*\d{2}:\d{2}:\d{2}|.*(\t|  {3,}|[{};]\s*$|=>|\|.*\|))/;
const acknowledged =
  /^(ok|okay|k|yes|yep|yeah|y|no|nope|continue|go on|go|proceed|go ahead|thanks?|thank you|sure|done|next|lgtm|good|great|perfect|nice|resume|retry|try again|keep going|do it|please continue|yes please|sounds good|carry on|pick up where we left off|hi|hello|test)\b[\s.!,]*(please|it|continue|go ahead|thanks?)?[\s.!]*$/i;

/** A longer message is a pasted document: of it only what comes before its first heading is taken as the user's words. */
const longest = 4000;

/** The sentences in which the user lays down what holds from then on. Found by keywords: some are missed. */
export function constraintsOf(message: string): readonly string[] {
  return prose(message)
    .flatMap(sentencesOf)
    .filter((sentence) => {
      const words = sentence.match(word)?.length ?? 0;
      if (words < 3 || words > 60 || sentence.endsWith("?")) return false;
      return lasting.test(sentence) && directive.test(sentence) && !statement.test(sentence);
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
    .split(/(?<=[.!?])\s+(?=[\p{Lu}"'`(])/u)
    .map((sentence) => sentence.trim());
}

/** The newest message that asks for something: no acknowledgement, no word of going on. */
export function requestOf(messages: readonly string[]): string | null {
  const asked = messages.findLast((message) => {
    const words = message.match(word)?.length ?? 0;
    return words > 1 && !acknowledged.test(message) && !message.startsWith("/");
  });
  return asked ?? null;
}
