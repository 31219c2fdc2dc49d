import { publicError } from "../domain/public-error.ts";
import { mapStrings } from "../domain/generate/map-strings.ts";
import { neutraliseTerminal } from "../domain/text/neutralise-terminal.ts";
import { truncate } from "../domain/text/truncate.ts";
import { asCalls } from "./as-calls.ts";
import { boundDocument } from "./bound-document.ts";
import type { CallAnswer } from "./face.ts";
import { takePage } from "./take-page.ts";
import type { OpenPlace, Tool, ToolAnswer } from "./tool.ts";

/** About 6,000 tokens: less than any client cuts off by itself. */
const documentLimit = 24_000;
const textLimit = 24_000;

/** One call, answered: a failure is an answer too, with code, message and hint. */
export async function answerCall(tool: Tool, args: unknown, place: OpenPlace): Promise<CallAnswer> {
  try {
    return shape(await tool.call(args, place));
  } catch (error) {
    const { code, message, hint } = publicError(error);
    const said = {
      schema_version: 1,
      error: { code, message: truncate(message, 1000), hint: hint === undefined ? null : asCalls(hint) },
    };
    // As text alone: clients hold structured content against the schema of an answer that went well.
    return { content: [{ type: "text", text: JSON.stringify(mapStrings(said, neutraliseTerminal)) }], isError: true };
  }
}

/** Bounded, and no text in it can be more than text: escapes, bidi and other invisible characters are shown. */
function shape({ document, text, rest }: ToolAnswer): CallAnswer {
  const safe = mapStrings({ schema_version: 1, ...document }, (one) => neutraliseTerminal(one));
  const bounded = boundDocument(safe, documentLimit);
  const cut = bounded.parts.length === 0 ? {} : { cut: { parts: bounded.parts, rest } };
  const shown = neutraliseTerminal(text);
  const page = takePage(shown, { offset: 0, limit: textLimit });
  const more =
    page.next === null ? "" : `\n[cut: ${page.next} of ${shown.length} characters are shown; for the rest ${rest}]`;
  return {
    content: [{ type: "text", text: page.text + more }],
    structuredContent: { ...bounded.document, ...cut },
  };
}
