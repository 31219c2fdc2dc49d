/** Words by which people say how work has to be done, in the languages of our users. */
const obligation =
  /\b(?:never|always|must(?:n't| not)?|not allowed|forbidden|make sure|ensure that|stick to|at (?:most|least)|no longer|under no circumstances)\b/i;
/** These say it only where a sentence, or a clause of it, tells somebody to do something. */
const order =
  /(?:^|[,;:\u2014\u2013(]\s*|\s-\s)(?:(?:please|and|but|also|so|then|remember|important|note|just)[,:]?\s+)*(?:do not|don['\u2019]?t|avoid|leave|prefer|keep)\b|^(?:(?:please|and|but|also|so|then|remember|important|note)[,:]?\s+)*(?:keep|only|use|no)\b/i;
/** Behind the comma of a circumstance. */
const ordered =
  /^(?:(?:please|then|also|just|you|we|it|they|[a-z]+ [a-z]+)\s+)?(?:always|never|must|should|don['\u2019]?t|do not|may not|cannot|can['\u2019]?t|avoid|keep|use|only|make sure|ensure|prefer|leave|stick to|have to|need to)\b/i;
const told =
  /\b(?:please|and|but|also|so|you|we|i want you to|make it|it|they|that)[,:]?\s+(?:do not|don'?t|should(?:n't| not)?|may not|cannot|can't)\b/i;
const wish =
  /\b(?:i|we|you)(?: \w+ly)? (?:do not|don['\u2019]?t|never|no longer) (?:want|need|like|have to)\b|\bi(?: woul|['\u2019])d (?:rather|prefer)\b|\b(?:is|are) (?:off[- ]limits|out of scope|read[- ]only)\b/i;
const limit =
  /\b(?:only|just) (?:use|change|edit|touch|modify|run|work|add|fix|fixes|allow|be|the|in|on|this|these)\b|\b(?:use|change|edit|touch|modify|run|work on) only\b|\bwithout (?:changing|touching|breaking|using|asking|adding|removing|any)\b|\b(?:instead of|unless|before you|until i)\b/i;
const obligationZh =
  /不要|不能|不得|不准|不许|不可|禁止|务必|必须|一定要|只能|只用|只改|始终|总是|永远|切勿|请勿|避免|确保|保持|保留|优先|不应|应当|别(?:改|动|用|删|碰|再|把)/;
/** An order without any such word: 用, 要用, 改成 and the like where a clause begins, or after what it is about. */
const orderZh =
  /(?:^|[，,；;：:])\s*(?:请|再|都|就|统一|一律|全部|全都|直接|尽量)?(?:要用|改用|使用|用|改成|改为|换成|写成|放在|放到)(?!户|途|例|法|量|时|来|于|过|完|了|的|不)[^，,。]|(?:统一|一律|全部|全都|(?<![们家人个])都|只|(?<![需重主将])要|得|请|尽量|直接)(?:要)?(?:用|使用|改用|改成|改为|换成|写成|写在|放在|放到)(?!户|途|例|法|量|时|来|于|过|完|了|的|不)/;
/** What is said of a thing, and then how to do it: 提交信息用英文。 */
const topicZh =
  /^(?!这|那|该|本|我|你|他|她|它|整个|项目|系统|服务)[\u4e00-\u9fffA-Za-z0-9 ]{2,14}?(?<!使|是|在|会|已|能|可|没|不|被|正|有|所|作|利|应|信|费|占|启|常|通|重|复|引|调|试|急|公|专|耐|好|有|何|我们|他们|现在|目前|之前|以前|原来|里|中|时)(?:用|改用|改成|改为|换成|写成)(?!户|途|例|法|量|时|来|于|过|完|了|的|不)[^，。]{1,20}[。！]?$/;
const descriptiveZh =
  /(?:现在|目前|之前|以前|原来|已经|刚才|当时|上次|本来|一直|正在|好像|似乎|可能|是用|用的是|吗|呢|怎么|为什么|什么|哪)/;

const longest = 600;
/** Fewer signs say as much in Chinese. */
const shortest = { latin: 6, chinese: 4 } as const;
/** A question that ends like a statement. */
const question =
  /^(?:(?:and|also|so|but|ok|hmm)[,:]?\s+)*(?:why|how|what|which|who|when|where|is|are|was|can|could|would|do|does|did|will|should|shall)\b(?!\s*not\b)/i;

/**
 * Sentences of a prompt that say how to work, verbatim. A hint, found by words: better one too many than one lost.
 * Code blocks and quoted logs are left out.
 */
export function findConstraints(prompt: string): readonly string[] {
  const prose = prompt.replace(/```[\s\S]*?```/g, "\n");
  const found = new Set<string>();
  for (const line of prose.split("\n")) {
    if (line.length > 20_000) continue;
    for (const sentence of sentencesOf(line)) {
      const least = /[\u4e00-\u9fff]/.test(sentence) ? shortest.chinese : shortest.latin;
      if (sentence.length < least || sentence.length > longest || /[?\uFF1F]$/.test(sentence)) continue;
      if (looksLikeCode(sentence)) continue;
      if (orderedBehind(sentence)) found.add(sentence);
      if (question.test(sentence)) continue;
      if ((orderZh.test(sentence) || topicZh.test(sentence)) && !descriptiveZh.test(sentence)) found.add(sentence);
      if ([obligation, order, told, wish, limit, obligationZh].some((words) => words.test(sentence)))
        found.add(sentence);
    }
  }
  return [...found];
}

/** Whether a sentence says that something must or must not be, rather than what would be good. */
export function isStrict(sentence: string): boolean {
  return [obligation, order, obligationZh].some((words) => words.test(sentence));
}

/** `When you commit, always sign off`: begins like a question, and behind the circumstance stands an order. */
function orderedBehind(sentence: string): boolean {
  const behind = /^(?:(?:and|also|so|but)[,:]?\s+)*(?:when|where|how|who)(?:ever|soever)?\b[^,]{2,200},\s*(.+)$/i.exec(
    sentence,
  );
  const main = behind?.[1] ?? "";
  return main !== "" && !question.test(main) && [ordered, order].some((words) => words.test(main));
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
