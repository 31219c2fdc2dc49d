const names = /pass|secret|token|\bkey|_key|-key|apikey|auth|cred|bearer|private|pwd|cookie|session_?id/i;
const address = /:\/\/[^\s/]*@/;
/** Longer than most words, and more than letters: it could be anything. */
const opaque = /[A-Za-z0-9+/_=-]{20,}/g;

/**
 * Whether a command surely holds no secret, by rules so simple that they cost nothing. Who says no here is not
 * suspected of anything: the text is then kept by somebody who can look more closely.
 */
export function looksPlain(command: string): boolean {
  if (command.length > 2_000 || names.test(command) || address.test(command)) return false;
  return (command.match(opaque) ?? []).every((word) => !/\d/.test(word) && !/[a-z][A-Z]|[A-Z][a-z].*[A-Z]/.test(word));
}
