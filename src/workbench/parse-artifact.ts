import type { ArtifactKind, Damage } from "../domain/workbench.ts";
import type { Artifact, ArtifactFile, ParsedArtifact } from "./artifact.ts";
import { decodeUtf8, toUtf8 } from "./decode-text.ts";
import { isObject } from "./json-value.ts";
import { parseJsonDocument, parseJsonText, reportSyntax } from "./parse-json.ts";
import { readDocument } from "./read-document.ts";
import { readLines } from "./read-lines.ts";
import { report, type Reading } from "./reading.ts";
import { isRecordOf, sniff, sniffRecord } from "./sniff.ts";

/** Larger files are read line by line only. */
const maxDocument = 8 * 1024 * 1024;
/** Lines searched for a first whole record in a file whose beginning is damaged. */
const maxSearch = 1000;

/** Reads any artifact in any dialect, told apart by its shape and not by its path. Never throws, whatever the bytes. */
export function parseArtifact(file: ArtifactFile): ParsedArtifact {
  const damage: Damage[] = [];
  const reading: Reading = { path: file.path, sha256: file.sha256, redact: file.redact, damage };
  const artifact = readFile(file, reading);
  if (artifact !== null && file.expected !== null && artifact.kind !== file.expected) {
    const detail = `lies at the place of a ${words(file.expected)}, read as a ${words(artifact.kind)} by its shape`;
    report(reading, "unexpected_kind", null, detail);
  }
  return { artifact, damage };
}

function readFile(file: ArtifactFile, reading: Reading): Artifact | null {
  const byFirstLine = recordKind(file.bytes, 1);
  if (byFirstLine !== null) return readLines(byFirstLine, file.bytes, reading);
  // Whether it is a document shows only at its end: until then its damage is kept apart.
  const attempt: Reading = { ...reading, damage: [] };
  const document = file.bytes.length > maxDocument ? null : parseJsonDocument(file.bytes, attempt);
  const single = document?.ok === true ? singleRecord(document.value, file.expected) : null;
  if (document?.ok === true && single === null) {
    reading.damage.push(...attempt.damage);
    return readDocument(document.value, reading, file);
  }
  const byAnyLine = single ?? recordKind(file.bytes, maxSearch) ?? (isLineKind(file.expected) ? file.expected : null);
  if (byAnyLine !== null) return readLines(byAnyLine, file.bytes, reading);
  reading.damage.push(...attempt.damage);
  if (document === null) report(reading, "too_large", null, `${file.bytes.length} bytes, ${maxDocument} are read`);
  else reportSyntax(document.text, reading);
  return null;
}

/** Kind of the first record among the first lines: a whole object at the beginning of its line. */
function recordKind(bytes: Uint8Array, lines: number): ArtifactKind | null {
  const utf8 = toUtf8(bytes);
  for (let start = 0, searched = 0; start < utf8.length && searched < lines;) {
    const lineFeed = utf8.indexOf(0x0a, start);
    const end = lineFeed < 0 ? utf8.length : lineFeed;
    const line = utf8.subarray(start, end);
    start = end + 1;
    if (isBlank(line)) continue;
    searched += 1;
    if (line[0] !== 0x7b) continue;
    const parsed = parseJsonText(decodeUtf8(line).text);
    const kind = parsed.ok && isObject(parsed.value) ? sniffRecord(parsed.value) : null;
    if (kind !== null) return kind;
  }
  return null;
}

/** One record alone, behind damage say, parses as a document and still is a line of a log. */
function singleRecord(value: unknown, expected: ArtifactKind | null): ArtifactKind | null {
  if (!isObject(value) || sniff(value) !== null) return null;
  return isLineKind(expected) && isRecordOf(expected, value) ? expected : sniffRecord(value);
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

function isLineKind(kind: ArtifactKind | null): kind is "feedback_log" | "overrides" {
  return kind === "feedback_log" || kind === "overrides";
}

function words(kind: ArtifactKind): string {
  return kind.replaceAll("_", " ");
}
