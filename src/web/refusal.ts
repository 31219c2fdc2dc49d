import type { Context } from "hono";
import type { Failure } from "./live-view.ts";

/** A request that is not answered: thrown by the server's own checks, told as JSON. */
export class Refusal extends Error {
  readonly failure: Failure;

  constructor(failure: Omit<Failure, "hint"> & { readonly hint?: string }) {
    super(failure.message);
    this.name = "Refusal";
    this.failure = { ...failure, hint: failure.hint ?? null };
  }
}

export function tell(c: Context, { status, code, message, hint }: Failure): Response {
  return c.json({ error: { code, message, hint } }, status);
}
