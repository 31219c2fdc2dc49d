import { AppError } from "../../../domain/errors.ts";

/** Version of the schema that this passdown speaks. */
export const schemaVersion = 2;

/** Compares the version of the database with ours. */
export function refuseOtherVersion(version: number): void {
  if (version > schemaVersion) throw tooNew(version);
  if (version < schemaVersion) throw tooOld(`its schema has version ${version}, this passdown needs ${schemaVersion}`);
}

export function tooOld(detail: string, cause?: unknown): AppError {
  return new AppError({
    kind: "environment",
    code: "store_too_old",
    message: `cannot use the team store: ${detail}`,
    hint: "let the owner of its schema migrate it, see docs/team.md",
    cause,
  });
}

export function tooNew(version: number): AppError {
  return new AppError({
    kind: "environment",
    code: "store_too_new",
    message: `cannot use the team store: its schema has version ${version}, this passdown knows ${schemaVersion}`,
    hint: "update passdown",
  });
}
