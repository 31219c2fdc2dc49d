import type { ArtifactKind, ArtifactRef, Damage } from "../domain/workbench.ts";

/** One file while it is read: its identity, the way text enters, and where damage is put. */
export interface Reading {
  readonly path: string;
  readonly sha256: string;
  readonly redact: (text: string) => string;
  readonly damage: Damage[];
}

/** Damage entries of one file; what comes after them is only counted as "more". */
const maxDamagePerFile = 50;

export function report(reading: Reading, code: string, place: string | null, detail: string): void {
  const { damage, path } = reading;
  if (damage.length < maxDamagePerFile) damage.push({ path, code, place, detail });
  else if (damage.length === maxDamagePerFile) {
    damage.push({ path, code: "more_damage", place: null, detail: "further damage in this file is not listed" });
  }
}

export function refOf(reading: Reading, kind: ArtifactKind, dialect: string): ArtifactRef {
  return { kind, path: reading.path, dialect, sha256: reading.sha256 };
}
