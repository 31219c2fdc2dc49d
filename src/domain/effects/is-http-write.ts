/** What changes nothing; a method that we do not know may. */
const reads = /^(?:GET|HEAD|OPTIONS|TRACE|PROPFIND|REPORT|SEARCH|QUERY)$/i;

/** Whether a call of curl, wget or httpie sends something. A method that is named decides: GET may carry a body too. */
export function isHttpWrite(args: readonly string[]): boolean {
  // httpie takes the method as its first word: `http POST url`.
  const named = [...(/^[A-Z]+$/.test(args[0] ?? "") ? [args[0] ?? ""] : []), ...methodsOf(args, shortMethod)];
  return named.length > 0 ? named.some((method) => !reads.test(method)) : sendsData(args) && !asksByQuery(args);
}

/** Whether `gh api` or `glab api` sends something: a field makes it a POST; GraphQL says in its text what it is. */
export function isApiWrite(args: readonly string[]): boolean {
  if (args.includes("graphql")) return args.some((word) => /^(?:query=)?\s*mutation\b/.test(word));
  const named = methodsOf(args, (word) => /^-i*X=?(.*)$/.exec(word)?.[1]);
  if (named.length > 0) return !reads.test(named.at(-1) ?? "");
  return args.some((word) => /^(?:-i*[fF].*|--(?:raw-)?field(?:=.*)?|--input(?:=.*)?)$/s.test(word));
}

/** The methods that options name: `--request PUT`, `--method=PUT`, and the short form as the program has it. */
function methodsOf(args: readonly string[], short: (word: string) => string | undefined): readonly string[] {
  return args.flatMap((word, at) => {
    const next = args[at + 1] ?? "";
    const [option = "", value = next] = word.split("=", 2);
    if (option === "--request" || option === "--method") return [value];
    const attached = short(word);
    return attached === undefined ? [] : [attached === "" ? next : attached];
  });
}

function shortMethod(word: string): string | undefined {
  const attached = /^-[A-Za-z]*?X(.*)$/.exec(word)?.[1];
  return attached !== undefined && readShort(word).includes("X") ? attached : undefined;
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
