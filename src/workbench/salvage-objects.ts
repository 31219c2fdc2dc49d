import { isObject, type JsonObject } from "./json-value.ts";
import { parseJsonText } from "./parse-json.ts";

interface Whole {
  readonly value: JsonObject;
  readonly raw: string;
}

export interface Salvage {
  readonly objects: readonly Whole[];
  /** True when something of the text belongs to none of the objects. */
  readonly rest: boolean;
}

/**
 * Whole objects inside a text that is not one JSON value: values written one behind the other, or a torn record
 * fused with the next one. Only objects that `accepts` knows count, so that a part of a torn record never
 * passes as a record. Text inside a string cannot pass either: its quotes are escaped there.
 */
export function salvageObjects(text: string, accepts: (value: JsonObject) => boolean): Salvage {
  const objects: Whole[] = [];
  // Every start in a torn text is followed to the end of the text: the budget keeps that linear.
  let budget = 8 * text.length + 10_000;
  let rest = false;
  let at = 0;
  let afterWhole = true;
  while (at < text.length) {
    const start = text.indexOf("{", at);
    if (start < 0 || budget <= 0) break;
    const torn: boolean = !afterWhole || text.slice(at, start).trim() !== "";
    rest ||= torn;
    const end = objectEnd(text, start);
    budget -= (end < 0 ? text.length : end) - start;
    // An object in the middle of a torn record is a part of it: a record ends the text or is followed by the next.
    const found: Whole | null =
      end < 0 || (torn && !endsRecord(text, end)) ? null : accepted(text.slice(start, end), accepts);
    if (found === null) rest = true;
    else objects.push(found);
    afterWhole = found !== null;
    at = found === null ? nextStart(text, start + 1) : end;
  }
  if (text.slice(at).trim() !== "") rest = true;
  return { objects, rest };
}

function accepted(raw: string, accepts: (value: JsonObject) => boolean): Whole | null {
  const parsed = parseJsonText(raw);
  return parsed.ok && isObject(parsed.value) && accepts(parsed.value) ? { value: parsed.value, raw } : null;
}

function endsRecord(text: string, end: number): boolean {
  const next = /\S/g;
  next.lastIndex = end;
  const found = next.exec(text);
  return found === null || found[0] === "{";
}

/** The next place where an object with a key can begin. */
function nextStart(text: string, from: number): number {
  const next = text.indexOf('{"', from);
  return next < 0 ? text.length : next;
}

/** Index after the bracket that closes the one at `start`; -1 when it is never closed. */
function objectEnd(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const char = text.charCodeAt(index);
    if (inString) {
      if (char === 0x5c) index += 1;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) inString = true;
    else if (char === 0x7b || char === 0x5b) depth += 1;
    else if (char === 0x7d || char === 0x5d) {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return -1;
}
