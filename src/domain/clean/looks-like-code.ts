import type { Family } from "./languages.ts";

/**
 * Whether the text of a comment line reads as a statement of the language. Sentences, lists, tables, drawings and
 * headings do not; a line that could be either does not.
 */
export function looksLikeCode(comment: string, family: Family): boolean {
  const text = comment.trim();
  if (text === "" || text.length > longest || isProse(text)) return false;
  return [...everywhere, ...(byFamily[family] ?? [])].some((pattern) => pattern.test(text));
}

/** Longer comment lines are data. */
const longest = 300;

/** A bracket alone: part of a block of code when its neighbours are code, nothing by itself. */
export function isBracketLine(comment: string): boolean {
  return /^[\s)\]}]+[;,)]*$/.test(comment) || /^\s*(?:end|fi|done|esac)\s*$/.test(comment);
}

function isProse(text: string): boolean {
  if (/^(?:[-*•>|+]|\d+[.)])\s/.test(text) || /^[-=*#~_]{3,}/.test(text)) return true;
  if (
    /^(?:@\w+(?:\s|$)|eslint|prettier|biome|oxlint|tslint|jshint|istanbul|c8|v8|webpack|vite|@ts-|noqa|type:|pylint|mypy|ruff|fmt:|isort|pragma|region|endregion|NOLINT|rubocop|frozen_string_literal|shellcheck|swiftlint|nolint|go:|\+build|cspell|spell)/i.test(
      text,
    )
  )
    return true;
  if (/https?:\/\//.test(text) && !/[;{(]/.test(text.replace(/https?:\/\/\S+/g, ""))) return true;
  const outsideQuotes = text.replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '""');
  if (
    /[a-z]{2,}[.!?:]$/.test(outsideQuotes) &&
    /\s\w+\s+\w+\s/.test(outsideQuotes) &&
    !/^(?:if|elif|else|for|while|with|def|class|try|except|case|async)\b.*:$/.test(text)
  )
    return true;
  // Five plain words in a row are a sentence in any language.
  return /(?:^|\s)(?:[A-Za-z][a-z'’-]*,?\s+){4}[A-Za-z][a-z'’-]*/.test(outsideQuotes);
}

const name = String.raw`[A-Za-z_$@][\w$]*(?:(?:\.|::|->|\?\.)[\w$]+|\[[^\]]*\])*`;
const ended = String.raw`(?:[;,{]|\)|\]|\}|["'\`]|[\w$])\s*;?\s*\\?$`;

const everywhere: readonly RegExp[] = [
  // x = …, x += …, x := …
  new RegExp(String.raw`^(?:${name}\s+)?${name}\s*(?:[-+*/%|&^]|\*\*|\|\||&&|\?\?|:)?=(?![=>])\s*(?:\S.*)?${ended}`),
  // f(…);   a.b(…)
  new RegExp(
    String.raw`^(?:await\s+|return\s+|yield\s+|throw\s+|new\s+|go\s+|defer\s+)*${name}!?\(.*\)?\s*(?:[;,{]|\)|=>\s*\{)?$`,
  ),
  // .then(…)
  /^(?:\?\.|\.)[A-Za-z_]\w*\(.*$/,
];

const cStyle: readonly RegExp[] = [
  /^(?:\}\s*)?(?:if|else if|for|while|switch|catch)\s*\(.*\)?\s*\{?$/,
  /^(?:\}\s*)?(?:else|try|do|finally)\s*\{$/,
  /^(?:return|throw|break|continue)\b[^.]*;$/,
  /^(?:case\s.+|default):(?:\s*\{)?$/,
  /^[^\s].*[;{]$/,
  /^\}\s*[);,]*$/,
];

const byFamily: Readonly<Partial<Record<Family, readonly RegExp[]>>> = {
  js: [
    ...cStyle,
    /^(?:export\s+)?(?:default\s+)?(?:const|let|var)\s+[\w${[]/,
    /^(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:function\b\*?|class\s+\w+|interface\s+\w+\s*\{|type\s+\w+\s*=)/,
    /^import\s+(?:[\w*{].*from\s*)?["'].*$/,
    /^<\/?[A-Za-z][\w.]*(?:\s[^>]*)?\/?>.*$/,
    /^["']?[\w$-]+["']?\s*:\s*(?:["'`[{\d(]|true\b|false\b|null\b|[\w$.]+\s*[,(]).*,?$/,
    /^return\s+[\w$.]+(?:\(.*\))?$/,
  ],
  python: [
    /^(?:if|elif|while|for|with|def|class|except|async\s+(?:def|for|with))\b.*:(?:\s*#.*)?$/,
    /^(?:else|try|finally):$/,
    /^from\s+[\w.]+\s+import\s+\S/,
    /^import\s+[\w.]+(?:\s+as\s+\w+)?(?:,\s*[\w.]+)*$/,
    /^return(?:\s+(?:[\w.]+(?:[([].*)?|["'[{(].*|not\s+\w+|[\w.]+\s*[-+*/<>=]+.*))?$/,
    /^(?:raise|assert|yield|del|global|nonlocal)\s+[\w.]+(?:\(.*)?$/,
    /^@[\w.]+(?:\(.*\))?$/,
    /^(?:pass|break|continue)$/,
    /^["'][\w-]+["']\s*:\s*\S.*,?$/,
  ],
  ruby: [
    /^(?:def|class|module)\s+[\w.:?!]+/,
    /^(?:if|unless|while|until|case|when)\s+\S.*$/,
    /\bdo(?:\s*\|[^|]*\|)?$/,
    /^(?:end|else|begin|ensure|rescue\b.*)$/,
    /^(?:return|puts|require|require_relative|raise|include|attr_\w+)\s+["':\w]\S*$/,
  ],
  go: [
    ...cStyle,
    /^(?:func|type|var|const)\s+[\w(]/,
    /^(?:if|for|switch|go|defer)\s.*[{)]$/,
    /^return\b[^.]*$/,
    /^\w+(?:,\s*\w+)*\s*:=\s*\S/,
  ],
  rust: [...cStyle, /^(?:pub\s+)?(?:fn|struct|enum|impl|let|use|mod|const|static|match)\b.*[;{]$/, /^#\[.*\]$/],
  jvm: [...cStyle, /^(?:val|var|fun|def|import|package)\s+[\w.]+.*$/, /^@\w+(?:\(.*\))?$/],
  c: [...cStyle, /^#\s*(?:include|define|ifn?def|endif|if|else)\b/],
  csharp: cStyle,
  php: [...cStyle, /^\$\w+/],
  swift: [...cStyle, /^(?:let|var|func|guard|import)\s+\w+.*$/],
  dart: cStyle,
  lua: [/^(?:local|function|return)\s+[\w.]+.*$/, /^(?:if|for|while)\b.*\b(?:then|do)$/, /^end\)?$/],
  perl: [/^(?:my|our|use|sub|return|print)\b.*[;{]$/, /^[$@%]\w+.*;$/, /^\}$/],
  elixir: [/^(?:def|defp|defmodule|use|alias|import)\s+\w.*$/, /\bdo$/, /^\|>\s*\w/, /^end$/],
  shell: [
    /^(?:if|elif|while|for)\s.*(?:;\s*(?:then|do))$/,
    /^(?:then|else|fi|do|done|esac)$/,
    /^(?:echo|export|cd|rm|cp|mv|mkdir|source|set|curl|git|npm|docker|sudo|exit|return|local|python3?|pip)\s+(?:["'$./-]|\S+$)/,
    /^\w+=\S*$/,
    /^\w[\w-]*\s+.*(?:\s--?\w|\s\$\w|\s\|\s|\s&&\s|\\$)/,
  ],
  css: [/^[\w-]+\s*:\s*[^;]+;$/, /^[.#&:@\w][^;{}]*\{$/, /^\}$/],
};
