import type { SqliteValue } from "./row.ts";
import type { Token } from "./sql-tokens.ts";

/** What a column turns its values into: https://www.sqlite.org/datatype3.html#determination_of_column_affinity */
export type Affinity = "integer" | "text" | "blob" | "real" | "numeric";

export function affinityOf(type: string, strict: boolean): Affinity {
  if (/int/i.test(type)) return "integer";
  if (/char|clob|text/i.test(type)) return "text";
  if (type === "" || /blob/i.test(type) || (strict && /^any$/i.test(type))) return "blob";
  return /real|floa|doub/i.test(type) ? "real" : "numeric";
}

/** Beyond it a number in a statement is not sure to be the one that JavaScript makes of it. */
const plainInteger = /^(?:0|[1-9]\d{0,14})$/;
const plainReal = /^\d{1,15}\.\d{1,15}$/;
const numeric = /^[ \t\n\v\f\r]*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\v\f\r]*$/;

/**
 * What rows hold that were written before `ADD COLUMN`: the constant after `DEFAULT`, as the column keeps it. Undefined
 * for all that is no plain constant.
 */
export function defaultValue(tokens: readonly Token[], affinity: Affinity): SqliteValue | undefined {
  const bare = withoutParentheses(tokens);
  const sign = bare.length === 2 && bare[0]?.kind === "sign" ? bare[0].value : "";
  const token = bare.at(-1);
  if (token === undefined || bare.length !== (sign === "" ? 1 : 2) || !["", "+", "-"].includes(sign)) return undefined;
  if (token.kind === "number") return numberAs(affinity, sign, token.value);
  if (sign !== "") return undefined;
  if (token.kind === "blob") return new Uint8Array(Buffer.from(token.value, "hex"));
  if (token.kind === "text") return textAs(affinity, token.value);
  const word = token.kind === "word" ? token.value.toLowerCase() : "";
  if (word === "null") return null;
  // SQLite gives a number for rows that are older than a text column, and a text for newer ones.
  if (word === "true" || word === "false") return affinity === "text" ? undefined : Number(word === "true");
  // A name is taken for a text there, but not between parentheses, nor where it stands for the time.
  if (bare !== tokens || word.startsWith("current_")) return undefined;
  return token.kind === "sign" ? undefined : textAs(affinity, token.value);
}

function withoutParentheses(tokens: readonly Token[]): readonly Token[] {
  const isSign = (at: number, sign: string): boolean => tokens.at(at)?.kind === "sign" && tokens.at(at)?.value === sign;
  return isSign(0, "(") && isSign(-1, ")") ? withoutParentheses(tokens.slice(1, -1)) : tokens;
}

function numberAs(affinity: Affinity, sign: string, digits: string): SqliteValue | undefined {
  const whole = plainInteger.test(digits);
  // A real number that becomes a text is written in more than one way.
  if (!whole && (!plainReal.test(digits) || affinity === "text")) return undefined;
  const value = sign === "-" && Number(digits) !== 0 ? -Number(digits) : Number(digits);
  return affinity === "text" ? String(value) : value;
}

function textAs(affinity: Affinity, text: string): SqliteValue {
  return affinity !== "text" && affinity !== "blob" && numeric.test(text) ? Number(text.trim()) + 0 : text;
}
