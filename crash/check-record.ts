import type { Core } from "./load-core.ts";

/** A record whose two files name each other's digest: a byte changed in either shows. */
export function isWholeRecord(
  core: Core,
  { recovery, handoff }: { readonly recovery: string | null; readonly handoff: string | null },
): boolean {
  if (recovery === null || handoff === null) return false;
  try {
    const { handoff_sha256: told, ...draft } = core.parseRecovery(recovery);
    // The bytes themselves are bound: another way to write the same JSON is another file.
    const same = core.serializeRecovery({ ...draft, handoff_sha256: told }) === recovery;
    return same && told === core.sha256(handoff) && handoff.includes(core.draftDigest(draft));
  } catch (error) {
    if (error instanceof core.AppError) return false;
    throw error;
  }
}
