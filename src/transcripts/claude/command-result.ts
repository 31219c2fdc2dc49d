import type { ResultEvent } from "../../domain/session/session-event.ts";
import { type Fields, fieldsOf, listOf, textOf, anyTextOf } from "../fields.ts";
import type { OpenCall } from "./tools.ts";

export type Ending = Pick<ResultEvent, "outcome" | "exitCode" | "codeSource" | "output">;

/** The text of a tool_result block: a string, or the text blocks of a list. */
export function resultText(content: unknown): string | null {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return null;
  const texts = content.map((entry) => anyTextOf(fieldsOf(entry)?.["text"])).filter((text) => text !== null);
  return texts.length === 0 ? null : texts.join("\n");
}

/** Texts with which Claude Code answers a call that it never executed. */
const notRun =
  /^(?:<tool_use_error>|The user doesn['’]t want to (?:proceed with|take) th|User rejected tool use|Permission prompt was aborted|Permission to use \w+.{0,400} (?:has been denied|is denied)|Permission for this action has been denied|Claude requested permissions? to |This command requires approval|Hook PreToolUse|PreToolUse:|\[?Cancelled: parallel tool call|Sibling tool call errored|InputValidationError)/s;

const cutOff = /^\[(?:Request interrupted by user|Tool call interrupted)/;

/** How a call ended, as far as its error flag and text tell. */
export function endingOf(block: Fields, record: Fields): Ending["outcome"] {
  const text = (resultText(block["content"]) ?? "").replace(/^Error: /, "");
  if (block["is_error"] !== true) return "ok";
  const denial = textOf(record["toolDenialKind"]);
  if (denial === "interrupted" || cutOff.test(text)) return "interrupted";
  if (denial !== null || notRun.test(text) || record["toolUseResult"] === "User rejected tool use") return "not_run";
  return "failed";
}

const codeFrame = /^(?:Error: )?Exit code (\d{1,10})(?:\n|$)/;

/**
 * How a command ended. A failing one has its code in front of its output (from 2.0.37 on); a passing one has none:
 * 0 is inferred, but not where the client took another code as an answer, nor where the command is still running.
 */
export function commandEnding(block: Fields, record: Fields, call: OpenCall | null): Ending {
  const text = resultText(block["content"]);
  const outcome = endingOf(block, record);
  const unknown = { exitCode: null, codeSource: "unknown" } as const;
  if (outcome === "not_run" || outcome === "interrupted") return { outcome, ...unknown, output: null };
  if (outcome === "failed") {
    const frame = codeFrame.exec(text ?? "");
    if (frame === null) return { outcome, ...unknown, output: text };
    return { outcome, exitCode: Number(frame[1]), codeSource: "text", output: text?.slice(frame[0].length) ?? null };
  }
  const details = fieldsOf(record["toolUseResult"]);
  const output = details === null ? text : printed(details, text);
  if (backgroundTask(record, text) !== null) return { outcome: "running", ...unknown, output: null };
  if (details?.["interrupted"] === true) return { outcome: "interrupted", ...unknown, output };
  if (textOf(details?.["returnCodeInterpretation"]) !== null) return { outcome: "unknown", ...unknown, output };
  // Sub-agents keep no details: whether 1 was taken as an answer is not told there.
  const told = details !== null || (text !== null && call?.tells === false);
  if (call === null || !told) return { outcome: "ok", ...unknown, output };
  return { outcome: "ok", exitCode: 0, codeSource: "inferred", output };
}

/** The task under which a command went to the background; "" where it has no name. */
export function backgroundTask(record: Fields, text: string | null): string | null {
  const id = textOf(fieldsOf(record["toolUseResult"])?.["backgroundTaskId"]);
  if (id !== null) return id;
  const told = /^Command (?:running in background|was manually backgrounded by user) with ID: ([\w-]+)/.exec(
    text ?? "",
  );
  return told?.[1] ?? null;
}

function printed(details: Fields, text: string | null): string | null {
  const streams = [details["stdout"], details["stderr"]].map(anyTextOf);
  if (details["isImage"] === true) return null;
  if (streams.every((stream) => stream === null)) return text;
  return streams.filter((stream) => stream !== null && stream !== "").join("\n");
}

/** Answers to questions, by question: from the structured result, else from the sentence that repeats them. */
export function answersOf(
  record: Fields,
  text: string | null,
  questions: readonly string[],
): readonly (string | null)[] {
  const details = fieldsOf(record["toolUseResult"]);
  const answers = fieldsOf(details?.["answers"]);
  const notes = fieldsOf(details?.["annotations"]);
  return questions.map((question) => {
    const answer = answers === null ? repeated(text ?? "", question) : answerText(answers[question]);
    const note = textOf(fieldsOf(notes?.[question])?.["notes"]);
    return answer !== null && note !== null ? `${answer}\n${note}` : (answer ?? note);
  });
}

function answerText(value: unknown): string | null {
  const several = listOf(value).map(textOf);
  return several.length > 0 ? several.filter((one) => one !== null).join(", ") : textOf(value);
}

function repeated(text: string, question: string): string | null {
  const marker = `"${question}"="`;
  const found = text.indexOf(marker);
  if (found < 0) return null;
  const rest = text.slice(found + marker.length);
  const end = /"(?:, "|\. |$)/.exec(rest);
  return end === null ? null : rest.slice(0, end.index);
}
