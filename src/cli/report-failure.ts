import type { Context } from "../context.ts";
import { publicError } from "../domain/public-error.ts";
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
  const error = publicError(options.error);
  if (json) {
    const body = { code: error.code, message: error.message, hint: error.hint ?? null };
    context.stdout.write(`${escapeJsonControls(JSON.stringify({ schema_version: 1, error: body }, null, 2))}\n`);
  } else {
    context.stderr.write(`${renderError(error, await terminalStyle(context, context.stderr))}\n`);
  }
  if (context.env["PASSDOWN_DEBUG"] === "1" && error.stack !== undefined) context.stderr.write(`${error.stack}\n`);
  return exitCodeOf(error.kind);
}
