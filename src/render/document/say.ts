import { word, type Inline } from "./inline.ts";

/** A number, or text that says where it comes from: a bare string would hide that. */
export type Value = number | Inline | readonly Inline[];

const hole = /\{(?<name>\w+)(?:\|(?<one>[^|}]*)\|(?<many>[^}]*))?\}/g;

/** Fill a template of `Words`: `{name}` takes a value, `{n|one|many}` chooses by the number n. */
export function say(template: string, values: Readonly<Record<string, Value>> = {}): Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  for (const match of template.matchAll(hole)) {
    if (match.index > from) parts.push(word(template.slice(from, match.index)));
    parts.push(...fill(match.groups ?? {}, values));
    from = match.index + match[0].length;
  }
  if (from < template.length) parts.push(word(template.slice(from)));
  return parts;
}

function fill(groups: Readonly<Record<string, string | undefined>>, values: Readonly<Record<string, Value>>): Inline[] {
  const value = values[groups["name"] ?? ""];
  if (value === undefined) throw new TypeError(`no value for {${groups["name"] ?? ""}}`);
  if (groups["one"] !== undefined) return [word(value === 1 ? groups["one"] : (groups["many"] ?? ""))];
  if (typeof value === "number") return [word(String(value))];
  return isList(value) ? [...value] : [value];
}

function isList(value: Inline | readonly Inline[]): value is readonly Inline[] {
  return Array.isArray(value);
}

/** The holes of a template, sorted, each once: the same in every language. */
export function holes(template: string): string[] {
  return [...new Set([...template.matchAll(hole)].map((match) => match.groups?.["name"] ?? ""))].sort();
}
