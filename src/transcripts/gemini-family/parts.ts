import type { Emit } from "../../domain/session/session-event.ts";
import { objectOf, isFields, listOf, textOf } from "../fields.ts";
import type { Calls } from "./calls.ts";

/** Content of a message: a text, a part, or a list of both. */
export function partsOf(content: unknown): readonly unknown[] {
  if (Array.isArray(content)) return content;
  return content === null || content === undefined ? [] : [content];
}

/** What was said: texts of the parts, without the model's thoughts and without what `leaveOut` names. */
export function saidIn(content: unknown, leaveOut: (text: string) => boolean = () => false): string {
  const texts: string[] = [];
  for (const part of partsOf(content)) {
    const text =
      typeof part === "string" ? part : textOf(isFields(part) && part["thought"] !== true ? part["text"] : null);
    if (text !== null && text !== "" && !leaveOut(text)) texts.push(text);
  }
  return texts.join("");
}

export interface CallContext {
  readonly record: string;
  readonly at: string | null;
  readonly agent: string | null;
}

/** Calls that stand among the parts of an answer. */
export function tellCalls(content: unknown, calls: Calls, context: CallContext, emit: Emit): void {
  if (!Array.isArray(content)) return;
  for (let place = 0; place < content.length; place++) {
    const part: unknown = content[place];
    const called = isFields(part) ? part["functionCall"] : null;
    const name = isFields(called) ? textOf(called["name"]) : null;
    if (!isFields(called) || name === null) continue;
    calls.call({ ...context, id: textOf(called["id"]), place, name, args: objectOf(called["args"]) }, emit);
  }
}

export interface Response {
  readonly id: string | null;
  readonly name: string | null;
  readonly failed: boolean;
  readonly text: string | null;
}

/** Results that stand among the parts of what was sent to the model. */
export function responsesIn(content: unknown): readonly Response[] {
  if (!Array.isArray(content)) return [];
  const responses: Response[] = [];
  for (const part of content) {
    const response = isFields(part) ? part["functionResponse"] : null;
    if (!isFields(response)) continue;
    const given = objectOf(response["response"]);
    const error = textOf(given["error"]);
    responses.push({
      id: textOf(response["id"]),
      name: textOf(response["name"]),
      failed: error !== null,
      text: error ?? (typeof given["output"] === "string" ? given["output"] : null),
    });
  }
  return responses;
}

/** Parts beside a response (`read_many_files` gives its text there) belong to it. */
export function hasResponse(content: unknown): boolean {
  return listOf(content).some((part) => isFields(part) && isFields(part["functionResponse"]));
}
