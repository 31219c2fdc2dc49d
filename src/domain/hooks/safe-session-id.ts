import { callKey } from "./call-key.ts";

/** UUIDs, with a word in front or without, OpenCode's, and what is nothing but hex digits or a ULID. */
const usual =
  /^(?:[a-z]{1,12}[-_])?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^ses_\w{20,32}$|^[0-9a-f]+$|^[0-9A-Z]{26}$/i;
const heads =
  /(?<![A-Za-z0-9])(?:gh[a-z]_|github_pat_|gl[a-z]+-|sk[-_]|[pr]k_|xox|AKIA|ASIA|AIza|eyJ|npm_|hf_|SG\.|ya29|access-)|=|:.*@/;
const named = /(?:pass|pwd|secret|token|key)\w{0,20}\s{0,5}:/i;

/**
 * A session's id as it is kept, shown and used in names of files: the id itself, or a number made from it where it looks
 * like a token. Rules so simple that they cost a hook nothing; who is taken for one by mistake only has another name.
 */
export function safeSessionId(id: string): string {
  if (usual.test(id)) return id;
  const letters = id.replace(/\d{4}-\d\d-\d\dT[\d:.-]+Z?/, "");
  const mixed = id.length >= 12 && [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(letters));
  const long = id.length < 200 && /[A-Za-z0-9]{26}/.test(id);
  return mixed || long || heads.test(id) || named.test(id) ? `x${callKey(id)}` : id;
}
