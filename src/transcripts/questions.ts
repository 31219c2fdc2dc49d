import { fieldsOf, listOf, textOf, type Fields } from "./fields.ts";

/** The text of a question that an agent asks through a tool: `question`, or the questions of a list, one a line. */
export function questionText(args: Fields | null): string | null {
  const single = textOf(args?.["question"]) ?? textOf(args?.["prompt"]);
  if (single !== null) return single;
  const texts = listOf(args?.["questions"]).flatMap((entry) => {
    const text = textOf(entry) ?? textOf(fieldsOf(entry)?.["question"]) ?? textOf(fieldsOf(entry)?.["prompt"]);
    return text === null ? [] : [text];
  });
  return texts.length === 0 ? null : texts.join("\n");
}

/** Answers by question, as JSON text or an object `{answers: {question: answer}}`; null where it is not that. */
export function answerText(value: unknown): string | null {
  const answers = fieldsOf(fieldsOf(parsed(value))?.["answers"]);
  if (answers === null) return null;
  const texts = Object.values(answers).flatMap((answer) => (typeof answer === "string" ? [answer] : []));
  return texts.length === 0 ? null : texts.join("\n");
}

function parsed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}
