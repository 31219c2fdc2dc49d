/**
 * The one error of the product: something failed and the caller cannot go on.
 * Expected outcomes (drift, findings, a refused pack) are return values, never errors.
 */
export type ErrorKind = "usage" | "config" | "input" | "environment" | "bug";

export interface ErrorDetails {
  readonly kind: ErrorKind;
  /** Stable, machine-readable, snake_case. */
  readonly code: string;
  /** What failed, on what: one line, lower case. */
  readonly message: string;
  /** What to do next. */
  readonly hint?: string;
  readonly cause?: unknown;
}

export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly hint: string | undefined;

  constructor(details: ErrorDetails) {
    super(details.message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "AppError";
    this.kind = details.kind;
    this.code = details.code;
    this.hint = details.hint;
  }
}
