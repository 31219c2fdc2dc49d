import type { Context } from "../context.ts";
import { AppError } from "../domain/errors.ts";
import type { CleanState } from "../domain/clean-state.ts";
import { mapStrings } from "../domain/generate/map-strings.ts";
import { createGather, readEvidence } from "./gather.ts";
import { judgeSnapshot } from "./generate-handoff.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

export interface CheckOptions {
  readonly topic?: string | null;
  readonly session?: string | null;
}

export interface CheckResult extends CleanState {
  /** Why the result could not be kept; null when it was. */
  readonly not_kept: string | null;
}

/** The clean-state gate: looks at everything, changes nothing, keeps its result as clean_state.json in the home. */
export async function check(context: Context, options: CheckOptions = {}): Promise<CheckResult> {
  const workspace = await openWorkspace(context, { tree: true });
  const evidence = await readEvidence(workspace, options.topic ?? null);
  const { snapshot } = await createGather(workspace, evidence, {
    session: options.session ?? null,
    forPacket: false,
    ahead: null,
  })("next");
  const { cleanState: judged } = judgeSnapshot(snapshot);
  const cleanState = mapStrings(judged, (text) => workspace.redactor.redact(text));
  return { ...cleanState, not_kept: storeCleanState(workspace, cleanState) };
}

/** Observing must work where nothing can be written: then the caller hears what was not kept. */
export function storeCleanState({ home, context }: Workspace, cleanState: CleanState): string | null {
  const document = { schema_version: 1, checked_at: context.now().toISOString(), ...cleanState };
  try {
    home.reports.writeCleanState(`${JSON.stringify(document, null, 2)}\n`);
    return null;
  } catch (error) {
    if (error instanceof AppError && error.kind === "environment") return error.message;
    throw error;
  }
}
