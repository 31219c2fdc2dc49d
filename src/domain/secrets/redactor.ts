/** Replaces every secret in a text by a placeholder. Synchronous and deterministic; the same secret, the same placeholder. */
export interface Redactor {
  redact(text: string): string;
}
