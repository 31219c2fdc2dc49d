import { AppError } from "./errors.ts";
import { redactSecrets } from "./secrets/redact-secrets.ts";

/** What may be told of a failure: an AppError as it is but for secrets, anything else as a bug. */
export function publicError(error: unknown): AppError {
  return redacted(asAppError(error));
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new AppError({
    kind: "bug",
    code: "internal",
    message: `unexpected failure: ${message.split("\n")[0] ?? message}`,
    hint: "this is a bug: please report it with the output of the same command under PASSDOWN_DEBUG=1",
    cause: error,
  });
}

/** Messages name what was typed or found, and that may hold a secret. */
function redacted(error: AppError): AppError {
  const message = redactSecrets(error.message);
  const hint = error.hint === undefined ? undefined : redactSecrets(error.hint);
  if (message === error.message && hint === error.hint) return error;
  const { kind, code, cause } = error;
  return new AppError({ kind, code, message, cause, ...(hint === undefined ? {} : { hint }) });
}
