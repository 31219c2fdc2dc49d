import type { Operation } from "../domain/scene.ts";
import { code, word, type Inline } from "./document/inline.ts";
import { say } from "./document/say.ts";
import type { Words } from "./words/words.ts";

/** "rebase, step 2 of 5, begun on `feature`". */
export function describeOperation(operation: Operation, words: Words): Inline[] {
  const { common, comma } = words;
  const parts = say(common.operation, { kind: word(operation.kind) });
  if (operation.step !== null && operation.total !== null) {
    parts.push(word(comma), ...say(common.operationStep, { step: operation.step, total: operation.total }));
  }
  if (operation.branch !== null) parts.push(word(comma), ...say(common.beganOn, { branch: code(operation.branch) }));
  return parts;
}
