/**
 * Reads handoff.md back, line by line, and refuses any line that the format does not have: what somebody else's text
 * could add to the structure would show here. Knows nothing of the code that wrote it but the format.
 */
export interface ReadHandoff {
  readonly title: string;
  readonly summary: string;
  readonly sections: ReadonlyMap<string, readonly string[]>;
}

export function readHandoff(markdown: string): ReadHandoff {
  const lines = markdown.split("\n");
  const sections = new Map<string, string[]>();
  let section: string[] = [];
  let fence: string | null = null;
  let [title, summary] = ["", ""];
  lines.forEach((line, index) => {
    const control = fence === null ? /[\p{Cc}\p{Bidi_C}\u2028\u2029]/u : /[^\P{Cc}\t]|[\p{Bidi_C}\u2028\u2029]/u;
    if (control.test(line)) throw new Error(`line ${index + 1} holds a control: ${JSON.stringify(line)}`);
    if (fence !== null) {
      if (line === fence) fence = null;
      section.push(line);
      return;
    }
    const open = /^(?<indent> {0,2})(?<marks>`{3,})text$/.exec(line);
    if (open !== null) {
      fence = `${open.groups?.["indent"] ?? ""}${open.groups?.["marks"] ?? ""}`;
      section.push(line);
    } else if (line.startsWith("## ")) {
      if (sections.has(line.slice(3))) throw new Error(`section twice: ${line}`);
      section = [];
      sections.set(line.slice(3), section);
    } else if (index === 0 && line.startsWith("# ")) title = line.slice(2);
    else if (index === 2 && /^\*\*.*\*\*$/.test(line)) summary = line.slice(2, -2);
    else {
      checkLine(line);
      section.push(line);
    }
  });
  if (fence !== null) throw new Error("a fence stays open");
  return { title, summary, sections };
}

const ourHtml = new Set(["<details>", "</details>"]);

/** A blank, a bullet, a quote, a fold, or a paragraph: nothing else may begin a line. */
function checkLine(line: string): void {
  if (line === "" || ourHtml.has(line) || /^<summary>[^<>]*<\/summary>$/.test(line)) return;
  const rest = line.startsWith("> ") || line.startsWith("- ") ? line.slice(2) : line;
  if (rest === "" || line === ">") return;
  if (
    /^(?:#{1,6}(?:\s|$)|[-+*](?:\s|$)|\d{1,9}[.)](?:\s|$)|>|`{3}|~{3}|=+\s*$|<|\s|\|)|^(?:[-*_]\s*){3,}$/.test(rest) &&
    !/^`{3,}.*`{3,}/.test(rest)
  )
    throw new Error(`a line begins a block of its own: ${JSON.stringify(line)}`);
  readInline(rest);
}

export interface Piece {
  readonly kind: "text" | "code";
  readonly text: string;
}

/** The text that a reader of Markdown sees. Throws on anything that would be more than text, code or our bold. */
export function readInline(source: string): Piece[] {
  const pieces: Piece[] = [];
  let text = "";
  const flush = (): void => {
    if (text !== "") pieces.push({ kind: "text", text });
    text = "";
  };
  for (let at = 0; at < source.length;) {
    const rest = source.slice(at);
    const escaped = /^\\([!-/:-@[-`{-~])/.exec(rest);
    const ticks = /^`+/.exec(rest)?.[0];
    if (escaped !== null) {
      text += escaped[1] ?? "";
      at += 2;
    } else if (ticks !== undefined) {
      const end = [...rest.slice(ticks.length).matchAll(/`+/g)].find(([run]) => run.length === ticks.length);
      if (end === undefined) throw new Error(`a code span stays open: ${source}`);
      const inside = rest.slice(ticks.length, ticks.length + end.index);
      const padded = inside.startsWith(" ") && inside.endsWith(" ") && inside.trim() !== "";
      flush();
      pieces.push({ kind: "code", text: padded ? inside.slice(1, -1) : inside });
      at += 2 * ticks.length + inside.length;
    } else if (rest.startsWith("**")) {
      at += 2;
    } else if (/^(?:[*<~$]|&#?\w+;|!\[|\]\(|\]:|https?:\/\/)/.test(rest)) {
      throw new Error(`live Markdown at ${JSON.stringify(rest.slice(0, 20))} in ${JSON.stringify(source)}`);
    } else {
      text += source[at] ?? "";
      at += 1;
    }
  }
  flush();
  return pieces;
}

export function readText(source: string): string {
  return readInline(source)
    .map(({ text }) => text)
    .join("");
}

/** The bullets of a section's first list; "none" is no entry. */
export function readBullets(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line.startsWith("- "));
  if (first < 0) return [];
  const end = lines.findIndex((line, index) => index > first && line === "");
  const items = lines.slice(first, end < 0 ? lines.length : end).filter((line) => line.startsWith("- "));
  return items.map((line) => line.slice(2)).filter((text) => text !== "none");
}

/** A quoted text, line by line. */
export function readQuote(lines: readonly string[]): string[] {
  return lines
    .filter((line) => line.startsWith(">"))
    .map((line) => readText(line.slice(2).replace(/(?<!\\)((?:\\\\)*)\\$/, "$1")));
}
