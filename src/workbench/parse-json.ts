import { decodeUtf8, toUtf8, withoutNuls } from "./decode-text.ts";
import { findJsonError } from "./find-json-error.ts";
import { report, type Reading } from "./reading.ts";

/** A parsed value, or why there is none. */
export type ParsedJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

/** JSON text to a value. NaN and infinities, which Python writes, are read as null. Never throws. */
export function parseJsonText(text: string): ParsedJson & { readonly replaced?: boolean } {
  const value = tryParse(text);
  if (value.ok || !/NaN|Infinity/.test(text)) return value;
  const repaired = tryParse(replaceNonFinite(text));
  return repaired.ok ? { ...repaired, replaced: true } : repaired;
}

/** A whole file as one JSON document. Bytes that had to be left out or replaced are reported; a syntax error is not. */
export function parseJsonDocument(bytes: Uint8Array, reading: Reading): ParsedJson & { readonly text: string } {
  const { text, damaged } = decodeUtf8(withoutNuls(toUtf8(bytes), reading, 0));
  const parsed = parseJsonText(text);
  if (parsed.ok && damaged) report(reading, "invalid_utf8", null, "bytes that are not UTF-8 were replaced by U+FFFD");
  if (parsed.replaced === true) report(reading, "invalid_number", null, "NaN or Infinity was read as null");
  return { ...parsed, text };
}

export function reportSyntax(text: string, reading: Reading): void {
  const error = findJsonError(text);
  if (error === null) report(reading, "invalid_json", null, "is not JSON");
  else report(reading, "invalid_json", `line ${error.line}, column ${error.column}`, error.message);
}

function tryParse(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return { ok: false };
  }
}

function replaceNonFinite(text: string): string {
  try {
    return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\bInfinity\b|\bNaN\b/gs, (token) =>
      token.startsWith('"') ? token : "null",
    );
  } catch {
    // A text too long for the expression stays as it is: it then counts as invalid.
    return text;
  }
}
