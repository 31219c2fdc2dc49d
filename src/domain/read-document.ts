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
  if (isNestedTooDeep(value)) {
    throw new AppError({
      kind: "input",
      code: `${code}_malformed`,
      message: `${file} is not ${kind} of schema_version 1: it is nested more than ${deepest} levels deep`,
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

function isNestedTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= deepest; depth += 1) {
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
    if (level.length === 0) return false;
  }
  return true;
}
