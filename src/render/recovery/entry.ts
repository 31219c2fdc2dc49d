import { draftDigest } from "../../domain/runs/recovery-file.ts";
import type { RecoveryDraft } from "../../domain/runs/recovery-record.ts";
import { bullets, paragraph, type Section } from "../document/document.ts";
import { code, filePath, join, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import { field } from "../handoff/lists.ts";
import { time } from "../parts.ts";
import type { Words } from "../words/words.ts";

const segment = /^journal\.\d{4,}\.jsonl$/;

/** Where everything lies, and which versions of it the judgement is about. */
export function describeEntry(draft: RecoveryDraft, words: Words): Section {
  const { recovery, common } = words;
  const paths = (items: readonly string[]): Inline[] =>
    items.length === 0
      ? [word(common.none)]
      : join(
          items.map((path) => [filePath(path)]),
          words.comma,
        );
  const segments = draft.original_files.map(({ path }) => path).filter((path) => segment.test(path));
  const entries: readonly (readonly [string, readonly Inline[]])[] = [
    [recovery.run, say(recovery.runIn, { run: code(draft.run), path: filePath(draft.run_path) })],
    [recovery.record, say(recovery.recordedAt, { record: code(draft.record), at: time(draft.recorded_at) })],
    [recovery.journal, paths(segments)],
    [recovery.inputs, say(recovery.inputsIn, { file: filePath("context.json") })],
    ...draft.inputs.map(({ name, kind, shown }): readonly [string, readonly Inline[]] => [
      recovery.inputKinds[kind],
      [code(name), word(words.colon), code(shown)],
    ]),
    [recovery.inputsLeft, paths(draft.unchecked_inputs)],
    [recovery.base, [filePath(draft.scope.base)]],
    [recovery.digest, [code(draftDigest(draft))]],
  ];
  return {
    title: recovery.entry,
    blocks: [
      bullets(entries.map(([label, value]) => field(label, value, words))),
      paragraph([word(recovery.pathsFrom)]),
    ],
  };
}
