import { createRedactor } from "../../adapters/secrets/create-redactor.ts";
import { AppError } from "../../domain/errors.ts";
import { redactArgv } from "../../domain/feedback/redact-argv.ts";
import { isKeptKey, validName } from "../../domain/runs/names.ts";

/** A new name of a run, record or step: one that the redactor changed would never be found again. */
export function keptName(what: "run" | "record" | "step", name: string): string {
  const valid = validName(what, name);
  keptTexts(`the name of a ${what}`, [valid]);
  keptKeys(what, [valid]);
  return valid;
}

/** Words of a command that is run again later: as they stand, or not at all. */
export function keptCommand(what: string, command: readonly string[]): void {
  const { redact } = createRedactor();
  if (redactArgv(command, redact).some((word, index) => word !== command[index])) throw holdsSecret(what);
}

/** Paths, names and the like that are compared later with what they were. */
export function keptTexts(what: string, texts: readonly string[]): void {
  const { redact } = createRedactor();
  if (texts.some((text) => redact(text) !== text)) throw holdsSecret(what);
}

/** Names that become keys of a record. */
export function keptKeys(what: string, names: readonly string[]): void {
  const lost = names.find((name) => !isKeptKey(name));
  if (lost === undefined) return;
  throw new AppError({
    kind: "usage",
    code: "name_reserved",
    message: `${what}: ${lost} is no name that a record can keep`,
    hint: "give it another name",
  });
}

function holdsSecret(what: string): AppError {
  return new AppError({
    kind: "usage",
    code: "secret_not_kept",
    message: `${what} holds what looks like a secret, and no secret is kept`,
    hint: "let the command take the secret from the environment, and give things names without it; nothing was executed or written",
  });
}
