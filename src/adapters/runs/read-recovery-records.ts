import { join } from "node:path";
import { AppError } from "../../domain/errors.ts";
import { parseRecovery } from "../../domain/runs/recovery-file.ts";
import { isName } from "../../domain/runs/names.ts";
import { readNames, readRegularFile } from "../home/read-file.ts";
import { recordsFolder } from "./record-store.ts";

export interface RecoveryHead {
  readonly name: string;
  readonly run: string;
  /** UTC ISO 8601. */
  readonly createdAt: string | null;
}

const largest = 16 * 1024 * 1024;

/** The recovery records below a root, by name. One that cannot be read names no run, so it is none here: `audit` judges it. */
export function readRecoveryRecords(root: string): readonly RecoveryHead[] {
  const { names } = readNames(join(root, recordsFolder));
  return names
    .filter(isName)
    .sort()
    .flatMap((name) => {
      const file = readRegularFile(join(root, recordsFolder, name, "recovery.json"), largest);
      if (file.state !== "read") return [];
      try {
        const { run, recorded_at: createdAt } = parseRecovery(new TextDecoder().decode(file.bytes));
        return [{ name, run, createdAt }];
      } catch (error) {
        if (error instanceof AppError) return [];
        throw error;
      }
    });
}
