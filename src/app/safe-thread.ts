import type { Redactor } from "../domain/secrets/redactor.ts";

/** A branch and a topic as somebody named them; null where nobody did. */
interface Named {
  readonly branch?: string | null | undefined;
  readonly topic?: string | null | undefined;
}

/** The same as they are kept and looked for: what holds a secret is known by its redacted name everywhere. */
export function safeThread(
  { redactor }: { readonly redactor: Redactor },
  { branch, topic }: Named,
): { readonly branch: string | null; readonly topic: string | null } {
  const safe = (name: string | null | undefined): string | null => (name == null ? null : redactor.redact(name));
  return { branch: safe(branch), topic: safe(topic) };
}
