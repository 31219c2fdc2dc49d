import { AppError } from "../../../domain/errors.ts";
import { operationReused, packetDiffers } from "../../../domain/team/refused-write.ts";
import { tooOld } from "./schema-version.ts";

type Sent = "sent" | "not_sent";

/**
 * What pg or the server said, as an error of ours. Told by SQLSTATE and errno alone; the text of either is quoted, and
 * neither holds the address with its password.
 */
export function databaseError(cause: unknown, sent: Sent): unknown {
  if (!(cause instanceof Error) || cause instanceof AppError) return cause;
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  const text = oneLine(cause.message === "" ? code : cause.message);
  if (!("severity" in cause)) return isTrust(code) ? refused(text, cause) : unreachable(text, sent, cause);
  switch (true) {
    case code === "PD001":
      return operationReused();
    case code === "PD002":
      return packetDiffers();
    // 40003 is of the class of rollbacks, and the one of them that says that nobody knows whether there was one.
    case /^(08|57P|58|XX)/.test(code) || code === "25P02" || code === "40003":
      return unreachable(text, sent, cause);
    case code === "53300" || code === "55P03" || code === "57014" || code.startsWith("40"):
      return busy(text, cause);
    case code === "42883" || code === "42P01" || code === "3F000":
      return tooOld("the schema of passdown is not there, or not whole", cause);
    default:
      return refused(`${text} (${code})`, cause);
  }
}

/** The TLS handshake failed, or the certificate is not what the connection string asks for. */
function isTrust(code: string): boolean {
  return /^(ERR_(TLS|SSL|OSSL)|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|ERR_INVALID)/.test(code);
}

function unreachable(text: string, sent: Sent, cause: unknown): AppError {
  const lost = "the connection was lost, and it is unknown whether it was written";
  return new AppError({
    kind: "environment",
    code: "store_unreachable",
    message: sent === "sent" ? `${lost}: ${text}` : `cannot reach the team store, nothing was sent: ${text}`,
    hint: sent === "sent" ? "repeat with the same key" : "see whether the database is up and its address is right",
    cause,
  });
}

function busy(text: string, cause: unknown): AppError {
  return new AppError({
    kind: "environment",
    code: "store_busy",
    message: `the team store is busy, nothing was written: ${text}`,
    hint: "repeat with the same key in a moment",
    cause,
  });
}

function refused(text: string, cause: unknown): AppError {
  return new AppError({
    kind: "environment",
    code: "store_refused",
    message: `the team store refused: ${text}`,
    hint: "see docs/team.md for roles, rights and TLS",
    cause,
  });
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").slice(0, 300);
}
