const names = /pass|secret|token|\bkey|_key|-key|apikey|auth|cred|bearer|private|pwd|cookie|session_?id|login/i;
const address = /:\/\/[^\s/]*@/;
/** Flags after which many programs take a password or a user. */
const takesSecret = /(?:^|\s)-[puaPU](?:\s|$)/;

/** What a word may look like: nothing that a person or a machine would choose as a secret. */
const plainWords: readonly RegExp[] = [
  /^[A-Za-z][a-z]{0,19}$/,
  /^[a-z]+(?:-[a-z]+){1,5}$/,
  /^--?(?:[a-z]+(?:-[a-z]+)*)?$/,
  /^\d{1,5}$/,
  /^[<>|&;!()]{1,3}$|^\d?>&?\d?$/,
  // A path, or a file's name: parts of letters with a few digits.
  /^[\w@.-]{1,24}(?:[/.][\w@.-]{1,24})+$|^(?:\.{0,2}\/)?(?:[\w@.-]{1,24}\/)*[\w@-]{1,24}\.[a-z]{1,5}$/,
];
/** `-pVALUE`, as some programs take it. */
const attached = /^-[a-zA-Z][^-\s]{3,}$/;

/**
 * Whether a command surely holds no secret, by rules so simple that they cost nothing. Who says no here is not
 * suspected of anything: that a command ran is known all the same, and its text, redacted, comes from the transcript.
 */
export function looksPlain(command: string): boolean {
  if (command.length > 500 || names.test(command) || address.test(command) || takesSecret.test(command)) return false;
  const words = command.split(/[\s'"`]+/).map((word) => word.replace(/[,.:;!?]+$/, ""));
  return words.every((word) => word === "" || isPlain(word));
}

function isPlain(word: string): boolean {
  if (attached.test(word)) return false;
  const mixed = word.split(/[/.@_-]/).some((part) => /[a-z]\d[a-z]|\d[a-zA-Z]+\d|[a-z][A-Z].*\d|\d{6}/.test(part));
  return !mixed && plainWords.some((plain) => plain.test(word));
}
