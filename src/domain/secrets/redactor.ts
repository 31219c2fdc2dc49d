/** Replaces every secret in a text by a placeholder. Synchronous and deterministic; the same secret, the same placeholder. */
export interface Redactor {
  redact(text: string): string;
  /** Told of a text that came out of `redact` unchanged before, by the same rules: it is not looked at again. */
  trust(text: string): void;
}
