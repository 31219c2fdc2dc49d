import type { Context } from "../context.ts";
import { safeSessionId } from "../domain/hooks/safe-session-id.ts";

/** The session that speaks: the one named, else PASSDOWN_SESSION. As it may be kept; null when nothing says. */
export function askingSession({ env }: Pick<Context, "env">, named: string | null | undefined): string | null {
  const session = named || env["PASSDOWN_SESSION"] || "";
  return session === "" ? null : safeSessionId(session);
}
