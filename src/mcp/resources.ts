import { log } from "../app/log.ts";
import { show } from "../app/show.ts";
import type { Context } from "../context.ts";
import { publicError } from "../domain/public-error.ts";
import { escapeJsonControls } from "../domain/text/escape-json-controls.ts";
import { neutraliseTerminal } from "../domain/text/neutralise-terminal.ts";
import { truncate } from "../domain/text/truncate.ts";
import type { ResourcePage, ResourceTemplate, ResourceText } from "./face.ts";
import { refuseUntrusted } from "./refuse-untrusted.ts";
import { takePage } from "./take-page.ts";

const pageSize = 20;
/** A resource is put into the context as a whole; more than this belongs into pages of `show`. */
const textLimit = 200_000;

const markdown = "text/markdown";
const json = "application/json";

export const templates: readonly ResourceTemplate[] = [
  {
    uriTemplate: "passdown://packet/{id}",
    name: "packet",
    description: "A hand-off packet as Markdown, by its id or the first characters of it",
    mimeType: markdown,
  },
  {
    uriTemplate: "passdown://packet/{id}/handoff.md",
    name: "handoff.md",
    description: "The same: handoff.md of a packet",
    mimeType: markdown,
  },
  {
    uriTemplate: "passdown://packet/{id}/handoff.json",
    name: "handoff.json",
    description: "handoff.json of a packet: every statement with its evidence",
    mimeType: json,
  },
];

/** The packets of this repository, newest first, a page at a time. null: no page begins there. */
export async function listPackets(context: Context, cursor: string | null): Promise<ResourcePage | null> {
  if (cursor !== null && !/^[1-9]\d{0,8}$/.test(cursor)) return null;
  const from = cursor === null ? 0 : Number(cursor);
  const { packets } = await log(context, { limit: from + pageSize + 1 });
  const resources = packets
    .slice(from, from + pageSize)
    .map(({ packet_id: id, branch, topic, status, created_at: at, next_action: next }) => ({
      uri: `passdown://packet/${id}`,
      name: oneLine(`${branch ?? "no branch"} · ${topic} · ${status} · ${at}`),
      description: oneLine(`Next action: ${next ?? "unknown"}`),
      mimeType: markdown,
    }));
  return { resources, nextCursor: packets.length > from + pageSize ? String(from + pageSize) : null };
}

export async function readPacketResource(context: Context, uri: string): Promise<ResourceText> {
  const address = /^passdown:\/\/packet\/(?<id>(?:p-)?[0-9a-f]{1,16})(?:\/handoff\.(?<format>md|json))?$/i.exec(uri);
  const id = address?.groups?.["id"];
  if (id === undefined) return { kind: "absent" };
  try {
    const shown = await show(context, { id });
    refuseUntrusted(shown);
    const { text, markdown: written } = shown;
    return address?.groups?.["format"] === "json" ? asJson(uri, id, text) : asMarkdown(uri, id, written);
  } catch (error) {
    const { code, message, hint } = publicError(error);
    const unknown = code === "packet_unknown" || code === "packet_id_invalid";
    return unknown ? { kind: "absent" } : { kind: "failed", code, message, hint: hint ?? null };
  }
}

function asMarkdown(uri: string, id: string, text: string | null): ResourceText {
  if (text === null)
    return {
      kind: "failed",
      code: "markdown_missing",
      message: `packet ${id} has no handoff.md any more`,
      hint: `read passdown://packet/${id}/handoff.json`,
    };
  const { text: page, next } = takePage(neutraliseTerminal(text), { offset: 0, limit: textLimit });
  const more = next === null ? "" : `\n[cut: for the rest call show with id ${id} and offset ${next}]`;
  return { kind: "text", uri, mimeType: markdown, text: page + more };
}

/** Half a JSON document is none. */
function asJson(uri: string, id: string, text: string): ResourceText {
  const safe = escapeJsonControls(text);
  if (safe.length <= textLimit) return { kind: "text", uri, mimeType: json, text: safe };
  return {
    kind: "failed",
    code: "too_large",
    message: `handoff.json of ${id} has ${safe.length} characters, more than ${textLimit}`,
    hint: `call show with id ${id} and format json, page by page`,
  };
}

function oneLine(text: string): string {
  return truncate(neutraliseTerminal(text, { oneLine: true }), 200);
}
