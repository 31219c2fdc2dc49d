/** Languages as far as comments, strings and debugging differ. */
export type Family =
  | "js"
  | "python"
  | "ruby"
  | "go"
  | "rust"
  | "jvm"
  | "c"
  | "csharp"
  | "php"
  | "swift"
  | "dart"
  | "lua"
  | "perl"
  | "elixir"
  | "shell"
  | "css";

export interface Language {
  readonly family: Family;
  readonly lineComments: readonly string[];
  /** Slash-star comments. */
  readonly blockComments: boolean;
  /** Characters that open a string which ends on its line. */
  readonly quotes: string;
  /** Strings over several lines: the text that opens and closes them. */
  readonly longQuotes: readonly string[];
}

const slash: Omit<Language, "family"> = { lineComments: ["//"], blockComments: true, quotes: `"'`, longQuotes: [] };
const hash: Omit<Language, "family"> = { lineComments: ["#"], blockComments: false, quotes: `"'`, longQuotes: [] };

const languages: readonly (readonly [extensions: string, language: Language])[] = [
  ["js jsx mjs cjs ts tsx mts cts vue svelte astro", { ...slash, family: "js", longQuotes: ["`"] }],
  ["py pyi pyw", { ...hash, family: "python", longQuotes: ['"""', "'''"] }],
  ["rb rake gemspec", { ...hash, family: "ruby" }],
  ["go", { ...slash, family: "go", longQuotes: ["`"] }],
  ["rs", { ...slash, family: "rust", quotes: `"` }],
  ["java kt kts scala groovy gradle", { ...slash, family: "jvm", longQuotes: ['"""'] }],
  ["c h cc cpp cxx hpp hh hxx m mm", { ...slash, family: "c" }],
  ["cs", { ...slash, family: "csharp" }],
  ["php", { ...slash, family: "php", lineComments: ["//", "#"] }],
  ["swift", { ...slash, family: "swift", quotes: `"`, longQuotes: ['"""'] }],
  ["dart", { ...slash, family: "dart", longQuotes: ['"""', "'''"] }],
  ["lua", { ...hash, family: "lua", lineComments: ["--"] }],
  ["pl pm", { ...hash, family: "perl" }],
  ["ex exs", { ...hash, family: "elixir", longQuotes: ['"""'] }],
  ["sh bash zsh", { ...hash, family: "shell" }],
  ["css scss less", { ...slash, family: "css", lineComments: [] }],
];

const byExtension: ReadonlyMap<string, Language> = new Map(
  languages.flatMap(([extensions, language]) =>
    extensions.split(" ").map((extension) => [extension, language] as const),
  ),
);

/** null: a document, data, or a language that no rule knows. */
export function languageOf(path: string): Language | null {
  const dot = path.lastIndexOf(".");
  return dot <= path.lastIndexOf("/") ? null : (byExtension.get(path.slice(dot + 1).toLowerCase()) ?? null);
}
