import type { Node } from "jsonc-parser/lib/esm/main.js";
import { appendTo, removeFrom } from "./edit-json.ts";
import { member, readJson, valueOf, type JsonDocument } from "./json-document.ts";
import { holdsEntry, isOurMcpEntry, isWrittenByUs, leftServer } from "./mcp-entries.ts";
import { refused, type Merged, type Merger, type Refusal } from "./merging.ts";
import { applyEdit, textStyle, type TextEdit } from "./text-edit.ts";

/** One server in a JSON file: `{CONTAINER: {NAME: entry}}`. */
export interface JsonMember {
  readonly container: string;
  readonly name: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

export function mergeJsonMember(wanted: JsonMember): Merger {
  const found = (text: string): unknown => {
    const doc = readJson(withoutBom(text));
    const entry = doc === null ? null : entryIn(doc, wanted);
    return entry === null || entry === "twice" ? null : valueOf(entry);
  };
  return {
    isCurrent: (text) => isOurMcpEntry(found(text)) && holdsEntry(found(text), wanted.entry),
    holdsOurs: (text) => isOurMcpEntry(found(text)),
    add: (text) => add(text, wanted),
    strip: (text, was) => (was.spareServer ? text : strip(text, was, wanted)),
    madeByHand: (text, edits) =>
      isOurMcpEntry(found(text)) && !isWrittenByUs(found(text), wanted.entry, edits)
        ? leftServer(wanted.container, wanted.name)
        : null,
  };
}

function withoutBom(text: string): string {
  return text.slice(textStyle(text).bom.length);
}

function containerIn({ root }: JsonDocument, { container }: JsonMember): Node | null | "twice" {
  return member(root, container);
}

function entryIn(doc: JsonDocument, wanted: JsonMember): Node | null | "twice" {
  const container = containerIn(doc, wanted);
  return container === null || container === "twice" || container.type !== "object"
    ? null
    : member(container, wanted.name);
}

function add(text: string | null, wanted: JsonMember): Merged {
  const { container: key, name, entry } = wanted;
  const whole = { [key]: { [name]: entry } };
  if (text === null || withoutBom(text).trim() === "") {
    const removed = withoutBom(text ?? "");
    const inserted = `${JSON.stringify(whole, null, 2)}\n`;
    const edit = { offset: (text ?? "").length - removed.length, removed, inserted };
    return { kind: "merged", text: applyEdit(text ?? "", edit), edits: [edit], kept: [] };
  }
  const { bom } = textStyle(text);
  const body = withoutBom(text);
  const doc = readJson(body);
  if (doc === null) return refused("not_parsed", "it is no JSON object");
  const container = containerIn(doc, wanted);
  if (container === "twice") return refused("unexpected_shape", `"${key}" stands there twice`);
  if (container !== null && container.type !== "object")
    return refused("unexpected_shape", `"${key}" is not an object`);
  if (container !== null && member(container, name) !== null)
    return refused("unexpected_shape", `"${name}" in "${key}" is a server that passdown did not write`);
  const made =
    container === null
      ? appendTo(body, doc.root, { key, value: whole[key] })
      : appendTo(body, container, { key: name, value: entry });
  const edits = made.map((edit): TextEdit => ({ ...edit, offset: edit.offset + bom.length }));
  return {
    kind: "merged",
    text: edits.reduce(applyEdit, text),
    edits,
    kept: container === null ? [] : [key],
  };
}

function strip(
  text: string,
  was: { readonly kept: readonly string[]; readonly created: boolean },
  wanted: JsonMember,
): string | null | Refusal {
  const { bom } = textStyle(text);
  const body = withoutBom(text);
  const doc = readJson(body);
  if (doc === null) return refused("not_parsed", "it is no JSON object");
  const without = withoutMember(body, containerIn(doc, wanted), wanted.name);
  const rest = readJson(without);
  const container = rest === null ? null : containerIn(rest, wanted);
  const empties = container !== null && container !== "twice" && isEmpty(container, without);
  const left =
    rest !== null && empties && !was.kept.includes(wanted.container)
      ? withoutMember(without, rest.root, wanted.container)
      : without;
  const nothing = (readJson(left)?.root.children ?? []).length === 0;
  return was.created && nothing && !/\/[/*]/.test(left) ? null : bom + left;
}

function isEmpty(container: Node, text: string): boolean {
  const inside = text.slice(container.offset, container.offset + container.length);
  return container.type === "object" && (container.children ?? []).length === 0 && !/\/[/*]/.test(inside);
}

function withoutMember(text: string, object: Node | null | "twice", name: string): string {
  if (object === null || object === "twice") return text;
  const property = (object.children ?? []).find(({ children }) => children?.[0]?.value === name);
  return property === undefined ? text : removeFrom(text, object, property).reduce(applyEdit, text);
}
