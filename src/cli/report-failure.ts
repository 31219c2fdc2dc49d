import type { Context } from "../context.ts";
import { AppError } from "../domain/errors.ts";
import { redactSecrets } from "../domain/secrets/redact-secrets.ts";
import { escapeJsonControls } from "../domain/text/escape-json-controls.ts";
import { renderError } from "../render/terminal/error.ts";
import { exitCodeOf } from "./exit-codes.ts";
import { terminalStyle } from "./terminal-style.ts";

/** Says what failed, once, in the form that was asked for, and returns the exit code that belongs to it. */
export async function reportFailure(options: {
  readonly context: Context;
  readonly json: boolean;
  readonly error: unknown;
}): Promise<number> {
  const { context, json } = options;
  const error = failureOf(options.error);
  if (json) {
    const body = { code: error.code, message: error.message, hint: error.hint ?? null };
    context.stdout.write(`${escapeJsonControls(JSON.stringify({ schema_version: 1, error: body }, null, 2))}\n`);
  } else {
    const style = await terminalStyle(context, context.stderr);
    // A log or another program wants the message on one line; a terminal wants it wrapped.
    const columns = context.stderr.isTTY ? style.columns : 10_000;
    context.stderr.write(`${renderError(error, { ...style, columns })}\n`);
  }
  if (context.env["PASSDOWN_DEBUG"] === "1" && error.stack !== undefined) context.stderr.write(`${error.stack}\n`);
  return exitCodeOf(error.kind);
}

/** What may be told of a failure: redacted, and a bug where it is none of ours. */
export function failureOf(error: unknown): AppError {
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
