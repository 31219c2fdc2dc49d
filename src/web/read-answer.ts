import * as v from "valibot";
import type { Context } from "hono";
import type { Answer } from "../domain/view/view-model.ts";
import { Refusal } from "./refusal.ts";

const longestAnswer = 16 * 1024;

const shape = v.strictObject({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  kind: v.picklist(["decide", "done"]),
  text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(8000)),
});

/** The answer in a request's body: JSON that says it is JSON, which a form of another page cannot. */
export async function readAnswer(c: Context): Promise<Answer> {
  if (!/^application\/json(?:;|$)/i.test(c.req.header("content-type") ?? "")) {
    throw new Refusal({ status: 415, code: "not_json", message: "an answer is sent as application/json" });
  }
  if (Number(c.req.header("content-length") ?? 0) > longestAnswer) throw tooLong();
  const text = await readLimited(c.req.raw.body);
  const parsed = v.safeParse(shape, parseJson(text));
  if (parsed.success) return parsed.output;
  throw new Refusal({
    status: 400,
    code: "answer_invalid",
    message: "the answer is not of the form that is expected",
    hint: 'it is {"id": NOTE, "kind": "decide" or "done", "text": TEXT}, with a text of at most 8,000 characters',
  });
}

/** A body without a length is cut off where it becomes too long. */
async function readLimited(body: ReadableStream<Uint8Array> | null): Promise<string> {
  if (body === null) return "";
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > longestAnswer) {
      await reader.cancel();
      throw tooLong();
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function tooLong(): Refusal {
  return new Refusal({ status: 413, code: "answer_too_long", message: "the answer is too long", hint: "shorten it" });
}
