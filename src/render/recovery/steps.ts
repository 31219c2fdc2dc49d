import type { InspectedStep } from "../../domain/runs/inspection.ts";
import type { RecoveryDraft } from "../../domain/runs/recovery-record.ts";
import { item, type Item, type Section } from "../document/document.ts";
import { code, data, filePath, join, strong, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import { list } from "../handoff/lists.ts";
import { aside } from "../parts.ts";
import type { Words } from "../words/words.ts";

export function describeSteps({ steps }: RecoveryDraft, words: Words): Section {
  return {
    title: words.recovery.steps,
    blocks: [
      list(
        steps.map((step) => describeStep(step, words)),
        words,
      ),
    ],
  };
}

function describeStep(step: InspectedStep, words: Words): Item {
  const { recovery } = words;
  const details: Inline[][] = [];
  if (step.artifact !== null) details.push(say(recovery.artifact, { path: filePath(step.artifact) }));
  const known = Object.entries(step.progress).map(([name, value]) => [code(`${name}=${String(value)}`)]);
  if (known.length > 0) details.push(say(recovery.known, { data: join(known, words.comma) }));
  const { command, by, answer, at, detail } = step.probe;
  if (command !== null) details.push(say(words.common.probe, { probe: code(command.join(" ")) }));
  if (answer !== null) {
    const when = at === null ? [] : aside([data(at)], words);
    const said = by === "person" ? recovery.word : recovery.answer;
    details.push([...say(said, { answer: code(answer), detail: data(detail ?? "") }), ...when]);
  }
  return item([
    code(step.key),
    ...aside(say(recovery.attempt, { n: step.attempt }), words),
    word(words.colon),
    strong(code(step.verdict)),
    word(words.colon),
    data(step.detail),
    ...details.flatMap((part) => [word(words.gap), ...part]),
  ]);
}
