import type { BaseIssue } from "valibot";
import { knownKeys } from "./config-schema.ts";
import { cleanCodes } from "./clean-codes.ts";
import { describeType } from "./json-value.ts";
import { nearestName } from "./nearest-name.ts";

/** What is wrong in a configuration file, and where. */
export interface ConfigProblem {
  /** JSON path such as feedback.keepLast or acceptance[0].command; "line 3, column 5" for a syntax error; "" for the whole file. */
  readonly place: string;
  readonly message: string;
}

type Issue = BaseIssue<unknown>;

const typeWords: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  Array: "a list",
  Object: "an object",
};

/** Problems in the words of people. A mismatch in a choice of forms is told for the form that was meant. */
export function describeIssue(issue: Issue, above: readonly unknown[] = []): readonly ConfigProblem[] {
  const path = [...above, ...(issue.path ?? []).map((item) => item.key)];
  if (issue.type === "union") {
    const meant = (issue.issues ?? []).filter((inner) => (inner.path?.length ?? 0) > 0);
    if (meant.length > 0 && !Array.isArray(issue.input)) return meant.flatMap((inner) => describeIssue(inner, path));
    const inner = (issue.issues ?? []).find((option) => option.kind === "validation");
    if (inner !== undefined) return describeIssue(inner, path);
    const forms = issue.expected?.includes("Array") === true ? "text or a list of text" : "text or an object";
    return [{ place: placeOf(path), message: `must be ${forms}, is ${describeType(issue.input)}` }];
  }
  if (issue.type === "strict_object" && issue.expected === "never") return [unknownKey(path)];
  return [{ place: placeOf(path), message: messageOf(issue) }];
}

function messageOf(issue: Issue): string {
  const { expected, input, type } = issue;
  switch (type) {
    case "strict_object":
      if (issue.received === "undefined") return `the key ${expected} is missing`;
      return `must be an object, is ${describeType(input)}`;
    case "integer":
      return `must be a whole number, is ${String(input)}`;
    case "min_value":
      return `must be at least ${String(expected).replace(">=", "")}, is ${String(input)}`;
    case "max_value":
      return `must be at most ${String(expected).replace("<=", "")}, is ${String(input)}`;
    case "regex":
      return "must not be blank";
    case "max_length":
      return `must not be longer than ${String(expected).replace("<=", "")} characters`;
    case "picklist":
      return choiceMessage(String(expected), input);
    default:
      return `must be ${typeWords[String(expected)] ?? String(expected)}, is ${describeType(input)}`;
  }
}

function choiceMessage(expected: string, input: unknown): string {
  const found = typeof input === "string" && input.length <= 60 ? JSON.stringify(input) : describeType(input);
  const choices = expected.replace(/^\(|\)$/g, "").replaceAll(" | ", ", ");
  const isCode = expected.includes(`"${cleanCodes[0]}"`);
  const near = isCode && typeof input === "string" ? nearestName(input, cleanCodes) : null;
  return `must be one of ${choices}, is ${found}${near === null ? "" : `; did you mean "${near}"?`}`;
}

function unknownKey(path: readonly unknown[]): ConfigProblem {
  const name = String(path.at(-1));
  const known = knownKeys(path.slice(0, -1).map(String)).filter((key) => key !== "$schema");
  const near = nearestName(name, known);
  const shown = name.length <= 60 ? name : `${name.slice(0, 60)}…`;
  const advice = near === null ? `known keys: ${known.join(", ")}` : `did you mean "${near}"?`;
  return { place: placeOf(path.slice(0, -1)), message: `unknown key ${JSON.stringify(shown)}; ${advice}` };
}

function placeOf(path: readonly unknown[]): string {
  return path
    .map((key, index) => (typeof key === "number" ? `[${key}]` : index === 0 ? String(key) : `.${String(key)}`))
    .join("");
}
