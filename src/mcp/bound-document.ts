import { truncate } from "../domain/text/truncate.ts";

/** A part of which only the beginning is there: elements of a list, or characters of a text. */
export interface Cut {
  readonly at: string;
  readonly kept: number;
  readonly of: number;
}

export interface Bounded {
  readonly document: Readonly<Record<string, unknown>>;
  readonly parts: readonly Cut[];
}

/** Lists and texts get shorter from step to step, until all fits. */
const steps: readonly { readonly list: number; readonly text: number }[] = [
  { list: 100, text: 20_000 },
  { list: 40, text: 12_000 },
  { list: 20, text: 12_000 },
  { list: 10, text: 4000 },
  { list: 5, text: 1000 },
  { list: 3, text: 300 },
  { list: 1, text: 100 },
];
const partsNamed = 20;
const fieldsKept = 30;

/** The document with its lists and texts cut until it has at most `limit` characters as JSON, and what was cut. */
export function boundDocument(document: object, limit: number): Bounded {
  let last: Bounded = { document: { ...document }, parts: [] };
  for (const step of [{ list: Infinity, text: Infinity }, ...steps]) {
    const parts: Cut[] = [];
    const shortened = shorten({ value: document, at: "", step, parts });
    last = { document: { ...(shortened as object) }, parts: parts.slice(0, partsNamed) };
    if (JSON.stringify(last.document).length <= limit) return last;
  }
  return last;
}

interface Work {
  readonly value: unknown;
  readonly at: string;
  readonly step: { readonly list: number; readonly text: number };
  readonly parts: Cut[];
}

function shorten({ value, at, step, parts }: Work): unknown {
  if (typeof value === "string") {
    if (value.length <= step.text) return value;
    parts.push({ at, kept: step.text, of: value.length });
    return truncate(value, step.text);
  }
  if (Array.isArray(value)) {
    if (value.length > step.list) parts.push({ at, kept: step.list, of: value.length });
    return value
      .slice(0, step.list)
      .map((item: unknown, nth) => shorten({ value: item, at: `${at}[${nth}]`, step, parts }));
  }
  if (value === null || typeof value !== "object") return value;
  // A schema may ask for every field of an object; only what is a table of things gets shorter.
  const most = at === "" ? Infinity : Math.max(step.list, fieldsKept);
  const members = Object.entries(value);
  if (members.length > most) parts.push({ at, kept: most, of: members.length });
  return Object.fromEntries(
    members
      .slice(0, most)
      .map(([key, item]) => [key, shorten({ value: item, at: at === "" ? key : `${at}.${key}`, step, parts })]),
  );
}
