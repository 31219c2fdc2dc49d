const writes = /^(?:POST|PUT|PATCH|DELETE)$/i;

/** Whether a call of curl, wget or httpie sends something. */
export function isHttpWrite(args: readonly string[]): boolean {
  // httpie takes the method as its first word: `http POST url`.
  return writes.test(args[0] ?? "") || hasMethod(args) || (sendsData(args) && !asksByQuery(args));
}

/** Whether `gh api` or `glab api` sends something: a field makes it a POST; GraphQL says in its text what it is. */
export function isApiWrite(args: readonly string[]): boolean {
  if (args.includes("graphql")) return args.some((word) => /^(?:query=)?\s*mutation\b/.test(word));
  if (args.some((word, at) => /^(?:-X|--method)$/.test(word) && !writes.test(args[at + 1] ?? ""))) return false;
  return hasMethod(args) || args.some((word) => /^(?:-[fF]|--(?:raw-)?field|--input)(?:=|$)/.test(word));
}

function hasMethod(args: readonly string[]): boolean {
  return args.some((word, at) => {
    const [option = "", value = args[at + 1] ?? ""] = word.split("=", 2);
    if (option === "--request" || option === "--method") return writes.test(value);
    const short = /^-[A-Za-z]*X(.*)$/.exec(word)?.[1];
    return (
      short !== undefined && readShort(word).includes("X") && writes.test(short === "" ? (args[at + 1] ?? "") : short)
    );
  });
}

function sendsData(args: readonly string[]): boolean {
  return args.some(
    (word) =>
      /^--(?:data(?:-\w+)?|form(?:-string)?|json|upload-file|post-data|post-file|body-data|body-file)(?:=|$)/.test(
        word,
      ) || readShort(word).some((letter) => "dFT".includes(letter)),
  );
}

function asksByQuery(args: readonly string[]): boolean {
  return args.some((word) => word === "--get" || readShort(word).includes("G"));
}

/** Short options of curl that take a value: what follows in the same word is that value. */
const valued = new Set("AbcCdDeEFhHKmoPQrtTuUwxXyYz");

function readShort(word: string): readonly string[] {
  if (!/^-[A-Za-z]/.test(word)) return [];
  const letters = word.slice(1).split("");
  const end = letters.findIndex((letter) => valued.has(letter));
  return end < 0 ? letters : letters.slice(0, end + 1);
}
