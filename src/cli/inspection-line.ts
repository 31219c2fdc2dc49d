import type { Inspection } from "../domain/runs/inspection.ts";
import { exitCode } from "./exit-codes.ts";

/** The four keys that every reader of the format knows, first and alone; with `--json` the rest behind them. */
export function inspectionLine(inspection: Inspection, all: boolean, record: string | null): object {
  const { decision, reason, semantic_review, export_replayed, run, steps, changed, ...rest } = inspection;
  const four = { decision, reason, semantic_review, export_replayed };
  return all ? { ...four, schema_version: 1, run, steps, changed, record, ...rest } : four;
}

export function exitOfInspection({ decision }: Inspection): number {
  return decision === "reuse_existing_artifact" || decision === "continue" ? exitCode.yes : exitCode.no;
}
