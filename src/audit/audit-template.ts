import type { AuditFinding } from "./finding.ts";

/** Parts that whoever takes over needs, by the words that their headings may have. One heading may name two. */
const parts: readonly { readonly name: string; readonly heading: RegExp }[] = [
  { name: "goal and scope", heading: /\b(?:goals?|scope)\b|目标|范围/i },
  { name: "version and entry", heading: /\b(?:versions?|entry)\b|版本|入口/i },
  { name: "confirmed facts", heading: /(?<!\bun)\b(?:confirmed|facts)\b|(?:已|^)确认(?:的)?事实|事实/i },
  { name: "uncertain", heading: /\b(?:uncertain|unconfirmed|open|unknown)\b|不确定|未确认|未解决/i },
  { name: "next step", heading: /\bnext (?:steps?|action)\b|下一步/i },
  { name: "stop condition", heading: /\bstop\b|停止/i },
];

interface Section {
  readonly heading: string;
  readonly depth: number;
  /** With those of the headings below it. */
  readonly lines: string[];
}

/** A HANDOFF.md that a person wrote by hand: what of the template is missing, empty, or a fact that nothing shows. */
export function auditTemplate(text: string): readonly AuditFinding[] {
  const sections = readSections(text.replaceAll(/<!--[\s\S]*?-->/g, ""));
  return parts.flatMap(({ name, heading }): readonly AuditFinding[] => {
    const found = sections.filter((section) => heading.test(section.heading));
    if (found.length === 0) return [{ code: "part_missing", detail: `no heading names: ${name}`, path: name }];
    const lines = found.flatMap((section) => section.lines);
    if (!lines.some(saysSomething)) return [{ code: "part_empty", detail: `it says nothing: ${name}`, path: name }];
    if (name !== "confirmed facts") return [];
    return readFacts(lines)
      .filter((fact) => !namesFile(fact))
      .map((fact) => ({
        code: "fact_without_evidence",
        detail: `names no file that shows it: ${firstLine(fact)}`,
        path: name,
      }));
  });
}

function readSections(text: string): readonly Section[] {
  const sections: Section[] = [];
  let open: Section[] = [];
  let fence: string | null = null;
  for (const line of text.split(/\r?\n/)) {
    const marks = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (marks !== undefined && (fence === null || marks.startsWith(fence))) fence = fence === null ? marks : null;
    const heading = fence === null ? /^ {0,3}(#{1,6})\s+(.+?)(?:\s+#+)?\s*$/.exec(line) : null;
    if (heading === null) {
      for (const section of open) section.lines.push(line);
      continue;
    }
    const depth = heading[1]?.length ?? 0;
    const section = { heading: heading[2] ?? "", depth, lines: [] };
    open = [...open.filter((one) => one.depth < depth), section];
    sections.push(section);
  }
  // The title holds all the rest: what it names is no part of its own.
  return sections.filter(({ depth }, at) => at > 0 || depth > 1);
}

const placeholder = /^(?:todo|tbd|fixme|xxx+|\.{2,}|…+|-+|\?+|<.*>|\{.*\}|待补充?|待填写?|（.*待.*）)[.。:：]?$/i;

/** More than a list mark, the rule of a table, or a word that waits for another. */
function saysSomething(line: string): boolean {
  const bare = line
    .replace(/^\s*(?:[-*+>]|\d+[.)])\s*/, "")
    .replaceAll(/[|*_`~]/g, "")
    .trim();
  return /[\p{L}\p{N}]/u.test(bare) && !placeholder.test(bare);
}

/** Each item of a list, row of a table or paragraph, with what is indented below it. */
function readFacts(lines: readonly string[]): readonly string[] {
  const facts: string[] = [];
  let goesOn = false;
  for (const line of lines) {
    const item = /^ {0,1}(?:[-*+]|\d+[.)])\s+|^\|/.test(line);
    const indented = /^(?: {2,}|\t)/.test(line) || /^ {0,3}(?:`{3,}|~{3,})/.test(line);
    if (line.trim() === "") goesOn = false;
    else if (!item && facts.length > 0 && (goesOn || indented)) facts[facts.length - 1] += `\n${line}`;
    else {
      facts.push(line);
      goesOn = true;
    }
  }
  return facts.filter((fact) => fact.split("\n").some(saysSomething)).filter((fact) => !isHeadOfTable(fact, lines));
}

function isHeadOfTable(fact: string, lines: readonly string[]): boolean {
  return fact.startsWith("|") && /^\|[\s:|-]+$/.test(lines[lines.indexOf(fact) + 1] ?? "");
}

/** A path, in marks of code or by its looks: "and/or", "3/4" and "1.2" are none. */
function namesFile(fact: string): boolean {
  const words = fact.split(/[\s'"()（）：，,|；。]+/).map((word) => word.replace(/[.;:!?]+$/, ""));
  return words.some((word) => {
    const coded = word.startsWith("`") && word.endsWith("`");
    const path = word.replaceAll("`", "");
    if (/^[\w.-]*\w\.[A-Za-z][A-Za-z0-9]{1,9}$/.test(path)) return true;
    return path.includes("/") && !/^\d+\/\d+$/.test(path) && (coded || /[._\d-]|\/.*\/|\/$/.test(path));
  });
}

function firstLine(fact: string): string {
  return (fact.split("\n")[0] ?? "").replace(/^\s*(?:[-*+]|\d+[.)])\s+/, "").slice(0, 200);
}
