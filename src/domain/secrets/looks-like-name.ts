/** The pairs of letters that make up nine tenths of the words in names of code; of random letters, a fifth. */
const commonPairs = new Set(
  (
    "er on re in te ti es at or en nt co st le io de se al ar ra me ed pe ro ns ec et li tr od it pr ma ta ri pa ng ss is rt an as fi ce ct ex ve ge to ch ts ty op nd ea ac nc pt un il ne he na si so am om po em ca lo ul yp " +
    "rs th la no ur ck ig ol di im ll ad oc ic mp ap mo ou rr bl ke ot ut el mi sc ha fo pl cl ag ef su lu id ni ab va xp cr ep tt sp ie ue ho da ru be js xt rm zo ba sh lt us if rc nf bu ow um ob ht gi ai ev qu sa sy ry ip du fe os ee"
  ).split(" "),
);

/**
 * Made of words: identifiers, class names, test names, slugs, sentences. A generated secret has neither words' pairs of
 * letters nor their length between changes of case, digits and signs.
 */
export function looksLikeName(value: string): boolean {
  let letters = 0;
  let words = 0;
  let digits = 0;
  let numbers = 0;
  let pairs = 0;
  let common = 0;
  for (const part of value.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []) {
    if (/\d/.test(part)) {
      digits += part.length;
      numbers += 1;
      continue;
    }
    letters += part.length;
    words += 1;
    if (part.length === 1) pairs += 1;
    for (let at = 0; at + 1 < part.length; at += 1) {
      pairs += 1;
      if (commonPairs.has(part.slice(at, at + 2).toLowerCase())) common += 1;
    }
  }
  // A short word may well have rare pairs.
  const share = letters < 12 ? 0.4 : 0.55;
  return (
    words > 0 && letters / words >= 2.9 && numbers <= 1 + words / 2 && digits <= letters / 2 && common / pairs >= share
  );
}
