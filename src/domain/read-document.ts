import * as v from "valibot";
import { AppError } from "./errors.ts";
import { escapeJsonControls } from "./text/escape-json-controls.ts";

/**
 * The one text that a document has: two-space JSON, one newline at the end, control and bidi characters escaped, so that no
 * reader is fooled by what it shows.
 */
export function documentText(value: object): string {
  return `${escapeJsonControls(JSON.stringify(value, null, 2))}\n`;
}

export interface DocumentForm {
  /** Name of the file. */
  readonly file: string;
  /** What it is, with its article. */
  readonly kind: string;
  /** Codes of errors begin with it. */
  readonly code: string;
  readonly schema: v.GenericSchema;
  readonly hint: string;
}

/**
 * The value of a document's text. Throws an AppError of kind input that names the first place which is wrong. It is the
 * value itself, not the parser's output: that leaves out keys such as "constructor" and unknown ones, and moves others.
 */
export function readDocument(text: string, { file, kind, code, schema, hint }: DocumentForm): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new AppError({
      kind: "input",
      code: `${code}_not_json`,
      message: `${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`,
      hint,
      cause: error,
    });
  }
  const unwritable = whyUnwritable(value);
  if (unwritable !== null) {
    throw new AppError({
      kind: "input",
      code: `${code}_malformed`,
      message: `${file} is not ${kind} of schema_version 1: ${unwritable}`,
      hint,
    });
  }
  const parsed = v.safeParse(schema, value, { abortEarly: true });
  if (parsed.success) return value;
  const [issue] = parsed.issues;
  const place = v.getDotPath(issue) ?? "the document";
  throw new AppError({
    kind: "input",
    code: `${code}_malformed`,
    message: `${file} is not ${kind} of schema_version 1: ${place}: ${issue.message}`,
    hint,
  });
}

/** What is nested deeper can be parsed, but not written again: the stack ends before. */
const deepest = 200;

/** Why a value that was parsed can neither be hashed nor written; null when it can. */
function whyUnwritable(value: unknown): string | null {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= deepest; depth += 1) {
    if (level.some((one) => typeof one === "string" && !one.isWellFormed())) return "it holds half a character";
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.entries(one).flat() : []));
    if (level.length === 0) return null;
  }
  return `it is nested more than ${deepest} levels deep`;
}
