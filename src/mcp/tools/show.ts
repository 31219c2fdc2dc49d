import * as v from "valibot";
import { show } from "../../app/show.ts";
import { AppError } from "../../domain/errors.ts";
import { escapeJsonControls } from "../../domain/text/escape-json-controls.ts";
import { neutraliseTerminal } from "../../domain/text/neutralise-terminal.ts";
import { branch, folder, optionalWhole, packet, topic } from "../arguments.ts";
import { cut } from "../outputs.ts";
import { refuseUntrusted } from "../refuse-untrusted.ts";
import { takePage, type Page } from "../take-page.ts";
import { defineTool, type Tool } from "../tool.ts";

const usual = 12_000;
/** Less than what an answer may hold. */
const written = 22_000;

export const showTool: Tool = defineTool({
  name: "show",
  title: "Read a packet",
  description: [
    "Read a hand-off packet itself, page by page: as Markdown, or as JSON with the evidence of every statement.",
    "Call it when the brief of `pickup` points to something that you need in full. It judges nothing: whether the packet",
    "still holds is what `pickup` says. Where next_offset is not null there is more: call it again with that offset.",
  ].join(" "),
  effect: "reads",
  input: v.strictObject({
    folder,
    id: packet,
    branch,
    topic,
    format: v.optional(
      v.pipe(v.picklist(["markdown", "json"]), v.description("handoff.md (default) or handoff.json.")),
    ),
    offset: optionalWhole("First character of the page. Default 0.", { from: 0, to: 1_000_000_000 }),
    limit: optionalWhole(`Characters of the page. Default ${usual}.`, { from: 200, to: 20_000 }),
  }),
  output: v.looseObject({
    packet_id: v.string(),
    status: v.string(),
    format: v.string(),
    offset: v.number(),
    next_offset: v.nullable(v.number()),
    total_chars: v.number(),
    text: v.string(),
    altered: v.boolean(),
    cut,
  }),
  run: async (context, args) => {
    const shown = await show(context, { id: args.id ?? null, branch: args.branch ?? null, topic: args.topic ?? null });
    refuseUntrusted(shown);
    const format = args.format ?? "markdown";
    if (format === "markdown" && shown.markdown === null) throw markdownMissing();
    const whole = format === "json" ? escapeJsonControls(shown.text) : neutraliseTerminal(shown.markdown ?? "");
    refusePastEnd(args.offset ?? 0, whole.length);
    const page = pageThatFits(whole, { offset: args.offset ?? 0, limit: args.limit ?? usual });
    const { packet_id: packetId, status } = shown.packet;
    const more = `characters ${page.offset} to ${page.offset + page.text.length} of ${whole.length}`;
    const rest = `call show with id ${packetId} and offset ${page.next ?? 0}`;
    return {
      document: {
        packet_id: packetId,
        status,
        altered: shown.altered,
        format,
        offset: page.offset,
        next_offset: page.next,
        total_chars: whole.length,
        text: page.text,
      },
      text: page.next === null ? page.text : `${page.text}\n[${more}; for the rest ${rest}]`,
      rest,
    };
  },
});

/** Inside the answer, which is JSON too, quotes and line ends take more room than on the page. */
function pageThatFits(whole: string, { offset, limit }: { readonly offset: number; readonly limit: number }): Page {
  const page = takePage(whole, { offset, limit });
  const fits = JSON.stringify(page.text).length <= written;
  return fits ? page : pageThatFits(whole, { offset, limit: Math.floor(limit / 2) });
}

/** An empty page would look like an empty packet. */
function refusePastEnd(offset: number, length: number): void {
  if (offset < length || offset === 0) return;
  throw new AppError({
    kind: "usage",
    code: "offset_past_end",
    message: `offset ${offset} is past the end: there are ${length} characters`,
    hint: "leave offset out to begin with the first, or give the next_offset of the page before",
  });
}

function markdownMissing(): AppError {
  return new AppError({
    kind: "input",
    code: "markdown_missing",
    message: "this packet has no handoff.md any more",
    hint: "its content is in handoff.json: call show with format json",
  });
}
