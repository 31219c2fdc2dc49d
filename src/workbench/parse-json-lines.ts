import { decodeUtf8, toUtf8, withoutNuls } from "./decode-text.ts";
import { isObject, type JsonObject } from "./json-value.ts";
import { parseJsonText } from "./parse-json.ts";
import { report, type Reading } from "./reading.ts";
import { salvageObjects } from "./salvage-objects.ts";

/** One object of a JSON Lines file, with the line it stands on (from 1) and its text. */
export interface JsonLine {
  readonly value: JsonObject;
  readonly line: number;
  readonly raw: string;
}

export interface JsonLinesOptions {
  readonly reading: Reading;
  /** Tells a record of the wanted kind from any other object. */
  readonly accepts: (value: JsonObject) => boolean;
}

/**
 * JSON Lines, split on LF only (U+2028 and a bare CR are content). A damaged line never hides its neighbours:
 * several values on one line, half a record with the full one behind it and NUL blocks all give up what is whole.
 * Lines are decoded one by one, so memory follows the longest line, not the file.
 */
export function* parseJsonLines(bytes: Uint8Array, options: JsonLinesOptions): Generator<JsonLine> {
  const { reading, accepts } = options;
  const utf8 = toUtf8(bytes);
  const shift = bytes.length - utf8.length;
  const bad = createBadLines(reading);
  let line = 0;
  for (let start = 0; start < utf8.length;) {
    const lineFeed = utf8.indexOf(0x0a, start);
    const end = lineFeed < 0 ? utf8.length : lineFeed;
    line += 1;
    const content = withoutNuls(utf8.subarray(start, end), reading, start + Math.max(0, shift));
    start = end + 1;
    const { text, damaged } = decodeUtf8(content);
    const raw = text.replaceAll("\uFEFF", "").trim();
    if (raw === "") continue;
    const parsed = parseJsonText(raw);
    if (parsed.ok) {
      if (damaged) report(reading, "invalid_utf8", `line ${line}`, "bytes that are not UTF-8 were replaced by U+FFFD");
      if (parsed.replaced === true)
        report(reading, "invalid_number", `line ${line}`, "NaN or Infinity was read as null");
      if (isObject(parsed.value) && accepts(parsed.value)) yield { value: parsed.value, line, raw };
      else bad.add("wrong_shape", line, "no record of this file's kind");
      continue;
    }
    const { objects, rest } = salvageObjects(raw, accepts);
    if (rest && objects.length > 0)
      bad.add("torn_line", line, `damaged in part, ${objects.length} whole inside it used`);
    else if (rest && lineFeed < 0) bad.add("torn_line", line, "the last line is cut off");
    else if (rest) bad.add("invalid_json", line, "is not JSON");
    for (const object of objects) yield { value: object.value, line, raw: object.raw };
  }
  bad.flush();
}

/** Gathers runs of lines with the same damage into one entry: "lines 3-90". */
function createBadLines(reading: Reading): {
  readonly add: (code: string, line: number, detail: string) => void;
  readonly flush: () => void;
} {
  let run: { readonly code: string; readonly from: number; to: number; readonly detail: string } | null = null;
  function flush(): void {
    if (run === null) return;
    report(reading, run.code, run.from === run.to ? `line ${run.from}` : `lines ${run.from}-${run.to}`, run.detail);
    run = null;
  }
  function add(code: string, line: number, detail: string): void {
    if (run?.code === code && run.detail === detail && run.to === line - 1) run.to = line;
    else {
      flush();
      run = { code, from: line, to: line, detail };
    }
  }
  return { add, flush };
}
