import type { RecoveryDraft } from "../../domain/runs/recovery-record.ts";
import { quoteForOneLine } from "../../domain/text/quote-for-one-line.ts";
import { paragraph, type Section } from "../document/document.ts";
import { word } from "../document/inline.ts";
import type { Words } from "../words/words.ts";

/** What a fresh session is told. Only paths enter it: no text of others may stand where instructions do. */
export function describeNextSession(draft: RecoveryDraft, words: Words): Section {
  const { recovery } = words;
  const folder = `recovery-records/${draft.record}`;
  const paths: Readonly<Record<string, string>> = {
    folder,
    handoff: `${folder}/HANDOFF.md`,
    record: `${folder}/recovery.json`,
    run: draft.run_path,
    context: `${draft.run_path}/context.json`,
  };
  const fill = (template: string): string =>
    template.replaceAll(/\{(\w+)\}/g, (_, name: string) => quoteForOneLine(paths[name] ?? ""));
  return {
    title: recovery.next,
    blocks: [
      paragraph([word(recovery.nextNote)]),
      { kind: "fence", text: fill(recovery.sentence) },
      paragraph([word(recovery.promptNote)]),
      { kind: "fence", text: fill(recovery.prompt) },
    ],
  };
}
