import type { RecoveryDraft } from "../../domain/runs/recovery-record.ts";
import { bullets, item, paragraph, type Block, type Document, type Item, type Section } from "../document/document.ts";
import { code, data, filePath, join, strong, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import { foldedList, list } from "../handoff/lists.ts";
import { aside } from "../parts.ts";
import type { Words } from "../words/words.ts";
import { describeBudget } from "./budget.ts";
import { describeEntry } from "./entry.ts";
import { describeNextSession } from "./next-session.ts";
import { describeSteps } from "./steps.ts";

/** The parts that whoever takes over needs, in the order in which they are needed. */
export function describeRecovery(draft: RecoveryDraft, words: Words): Document {
  const { recovery } = words;
  return {
    title: say(recovery.title, { record: code(draft.record), run: code(draft.run) }),
    summary: "",
    lead: [describeLead(draft, words)],
    sections: [
      describeScope(draft, words),
      describeEntry(draft, words),
      describeConfirmed(draft, words),
      describeSteps(draft, words),
      sentences(recovery.notDone, draft.not_done, words),
      sentences(recovery.open, draft.open, words),
      { title: recovery.nextStep, blocks: [paragraph([data(draft.next_step)])] },
      { title: recovery.stop, blocks: [paragraph([data(draft.stop_condition)])] },
      describeBudget(draft.budget, words),
      describeFiles(draft, words),
      describeNextSession(draft, words),
    ],
  };
}

/** Nobody may read on and take this for a finished run. */
function describeLead(draft: RecoveryDraft, words: Words): Block {
  const { recovery, colon } = words;
  const line = (label: string, value: readonly Inline[]): Item => item([strong(word(label)), word(colon), ...value]);
  return bullets([
    item([strong(word(recovery.judgement))]),
    line(recovery.status, [code(draft.status)]),
    line(recovery.originalStatus, [code(draft.original_status)]),
    line(recovery.replayed, [word(recovery.notReplayed)]),
    line(recovery.semantic, [word(recovery.pending)]),
    line(recovery.decision, [code(draft.decision), ...aside([code(draft.reason)], words)]),
    ...(draft.simulated ? [line(recovery.simulated, [word(recovery.simulatedYes)])] : []),
  ]);
}

function describeScope({ scope }: RecoveryDraft, words: Words): Section {
  const { recovery } = words;
  const rules = (label: string, texts: readonly string[]): Block[] => [
    paragraph([strong(word(label)), word(words.colon.trimEnd())]),
    bullets(texts.length === 0 ? [item([word(recovery.nothingStated)])] : texts.map((text) => item([data(text)]))),
  ];
  return {
    title: recovery.scope,
    blocks: [
      { kind: "quote", text: scope.goal },
      ...rules(recovery.may, scope.may),
      ...rules(recovery.mustNot, scope.must_not),
    ],
  };
}

function describeConfirmed({ confirmed }: RecoveryDraft, words: Words): Section {
  const { recovery } = words;
  const items = confirmed.map(({ text, evidence }) => {
    const files = join(
      evidence.map((path) => [filePath(path)]),
      words.comma,
    );
    const shown = evidence.length === 0 ? [word(recovery.noEvidence)] : say(recovery.evidence, { files });
    return item([data(text), ...aside(shown, words)]);
  });
  return { title: recovery.confirmed, blocks: [list(items, words)] };
}

function sentences(title: string, texts: readonly string[], words: Words): Section {
  const items = texts.map((text) => item([data(text)]));
  return { title, blocks: [list(items, words)] };
}

function describeFiles({ original_files: files }: RecoveryDraft, words: Words): Section {
  const { recovery } = words;
  const items = files.map(({ path, sha256, size }) =>
    item(say(recovery.file, { path: filePath(path), sha256: code(sha256), n: size })),
  );
  return {
    title: recovery.files,
    blocks: [paragraph([word(recovery.filesNote)]), foldedList(items, recovery.allFiles, words)],
  };
}
