import type { RecoveryDraft } from "../domain/runs/recovery-record.ts";
import { toMarkdown } from "./document/to-markdown.ts";
import { describeRecovery } from "./recovery/describe-recovery.ts";
import type { Language } from "./words/words.ts";
import { wordsOf } from "./words/words-of.ts";

/** HANDOFF.md of a recovery record, from what `recovery.json` says alone: same draft and language, same bytes. */
export function renderRecovery(draft: RecoveryDraft, language: Language): string {
  return toMarkdown(describeRecovery(draft, wordsOf(language)));
}
