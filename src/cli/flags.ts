import type { ValueKind } from "../app/known-values.ts";
import type { CliContext } from "./cli-context.ts";
import { shells, type Shell } from "./completion/shells.ts";
import { clientNames, isClientName, type ClientName } from "../domain/session/client-name.ts";
import { shellWords } from "../domain/feedback/quote-command.ts";

/** The parts that the command tables are made of. */

export const text = (input: string): string => input;

export const whole = (input: string): number => {
  if (!/^\d+$/.test(input)) throw new SyntaxError(`${input} is not a whole number`);
  return Number(input);
};

export const port = (input: string): number => {
  const number = whole(input);
  if (number < 1 || number > 65_535) throw new SyntaxError(`${input} is not a port: 1 to 65535`);
  return number;
};

export const seconds = (input: string): number => {
  const amount = Number(input);
  if (!Number.isFinite(amount) || amount <= 0) throw new SyntaxError(`${input} is not a number of seconds above 0`);
  return amount;
};

export const amount = (input: string): number => {
  const value = Number(input);
  if (input.trim() === "" || !Number.isFinite(value) || value < 0) throw new SyntaxError(`${input} is not an amount`);
  return value;
};

export const clientName = (input: string): ClientName => {
  if (!isClientName(input)) throw new SyntaxError(`${input} is none of ${clientNames.join(", ")}`);
  return input;
};

export const shellName = (input: string): Shell => {
  const shell = shells.find((one) => one === input);
  if (shell === undefined) throw new SyntaxError(`${input} is none of ${shells.join(", ")}`);
  return shell;
};

export interface Pair {
  readonly name: string;
  readonly value: string;
}

/** NAME=VALUE. */
export const pair = (input: string): Pair => {
  const at = input.indexOf("=");
  if (at < 1) throw new SyntaxError(`${input} is not of the form NAME=VALUE`);
  return { name: input.slice(0, at), value: input.slice(at + 1) };
};

/** A simple command runs as its words; anything else through a shell, as it is written. */
export function commandWords(command: string): readonly string[] {
  return shellWords(command) ?? ["sh", "-c", command];
}

/** Asks this place for what a word can stand for; the shell's completion alone calls it. */
export type Propose = (this: CliContext, partial: string) => Promise<readonly string[]>;

export const known = (kind: ValueKind | "kinds"): Propose =>
  async function (this: CliContext) {
    const { valuesFor } = await import("./completion/values-for.ts");
    return valuesFor(this.context, kind);
  };

export const oneOf =
  (values: readonly string[]): Propose =>
  async () =>
    values;

type Flag<T> = {
  readonly kind: "parsed";
  readonly parse: (input: string) => T;
  readonly brief: string;
  readonly placeholder: string;
  readonly optional: true;
};

export const json = { kind: "boolean", brief: "Print one JSON document", optional: true, withNegated: false } as const;

export const on = (
  brief: string,
): { readonly kind: "boolean"; readonly brief: string; readonly optional: true; readonly withNegated: false } => ({
  kind: "boolean",
  brief,
  optional: true,
  withNegated: false,
});

export const value = (brief: string, placeholder: string): Flag<string> => parsed(text, brief, placeholder);

/** A flag with the values that completion proposes for it. */
export function proposing<F extends Flag<unknown>>(
  flag: F,
  proposeCompletions: Propose,
): F & { readonly proposeCompletions: Propose } {
  return { ...flag, proposeCompletions };
}

export function parsed<T>(parse: (input: string) => T, brief: string, placeholder: string): Flag<T> {
  return { kind: "parsed", parse, brief, placeholder, optional: true };
}

/** May be given any number of times. */
export function many<T>(
  parse: (input: string) => T,
  brief: string,
  placeholder: string,
): Flag<T> & { readonly variadic: true } {
  return { ...parsed(parse, brief, placeholder), variadic: true };
}
