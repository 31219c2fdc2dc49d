/**
 * Replaces every secret in a text by a placeholder. Synchronous and deterministic; the same secret, the same placeholder.
 * A value that was recognised once is replaced from then on wherever it stands.
 */
export interface Redactor {
  redact(text: string): string;
  /** Told of a text that came out of `redact` unchanged before, by the same rules: it is not searched again. */
  trust(text: string): void;
  /** What came out of `redact` before, with what has been recognised since then replaced as well. */
  settle<T>(value: T): T;
  /** Told of redacted texts of other processes: the secrets behind their placeholders are known again when they stand alone. */
  recall(value: unknown): void;
}
