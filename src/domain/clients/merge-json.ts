import type { Node } from "jsonc-parser/lib/esm/main.js";
import { appendTo, removeFrom } from "./edit-json.ts";
import { isOurCommand } from "./hook-command.ts";
import { member, readJson, valueOf, type JsonDocument } from "./json-document.ts";
import { refused, type Merged, type Merger, type Refusal } from "./merging.ts";
import { applyEdit, textStyle, type TextEdit } from "./text-edit.ts";

/** The hooks of one client as its JSON file holds them: `{"hooks": {EVENT: [entry, …]}}`. */
export interface JsonHooks {
  /** Event → the one entry of ours. */
  readonly entries: Readonly<Record<string, object>>;
  /** Members that the file must have besides, `version` for example. */
  readonly also: Readonly<Record<string, unknown>>;
}

/** Entries that stand in a list of `hooks` one level deeper (Claude's shape), or are the hooks themselves. */
interface Ours {
  readonly event: string;
  readonly list: Node;
  readonly entry: Node;
  /** False: others' hooks share the entry. */
  readonly whole: boolean;
}

export function mergeJson(hooks: JsonHooks): Merger {
  return {
    isCurrent: (text) => isCurrent(text, hooks),
    holdsOurs: (text) => {
      const doc = readJson(withoutBom(text));
      return doc !== null && listOurs(doc).length > 0;
    },
    add: (text) => add(text, hooks),
    strip: (text, was) => strip(text, was, hooks),
    madeByHand: () => null,
  };
}

function withoutBom(text: string): string {
  return text.slice(textStyle(text).bom.length);
}

function isCurrent(text: string, { entries }: JsonHooks): boolean {
  const doc = readJson(withoutBom(text));
  if (doc === null || shapeProblem(doc) !== null) return false;
  const ours = listOurs(doc);
  return (
    ours.length === Object.keys(entries).length &&
    ours.every(({ event, entry, whole }) => whole && sameValue(valueOf(entry), entries[event])) &&
    new Set(ours.map(({ event }) => event)).size === ours.length
  );
}

function sameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** Members in the order of their names. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

function hooksOf(doc: JsonDocument): Node | null {
  const hooks = member(doc.root, "hooks");
  return hooks === "twice" ? null : hooks;
}

function shapeProblem(doc: JsonDocument): Refusal | null {
  const hooks = member(doc.root, "hooks");
  if (hooks === "twice") return refused("unexpected_shape", '"hooks" stands there twice');
  if (hooks === null) return null;
  if (hooks.type !== "object") return refused("unexpected_shape", '"hooks" is not an object');
  for (const { children } of hooks.children ?? []) {
    const name = JSON.stringify(children?.[0]?.value);
    if (children?.[1]?.type !== "array") return refused("unexpected_shape", `${name} in "hooks" is not a list`);
    if (member(hooks, String(children[0]?.value)) === "twice")
      return refused("unexpected_shape", `${name} stands in "hooks" twice`);
  }
  return null;
}

function listOurs(doc: JsonDocument): Ours[] {
  return (hooksOf(doc)?.children ?? []).flatMap(({ children }) => {
    const [key, list] = children ?? [];
    if (list?.type !== "array") return [];
    const event = String(key?.value);
    return (list.children ?? []).flatMap((entry): Ours[] => {
      if (isOurs(entry)) return [{ event, list, entry, whole: true }];
      const inner = entry.type === "object" ? member(entry, "hooks") : null;
      if (inner === null || inner === "twice" || inner.type !== "array") return [];
      const handlers = inner.children ?? [];
      const mine = handlers.filter(isOurs);
      if (mine.length === 0) return [];
      if (mine.length === handlers.length) return [{ event, list, entry, whole: true }];
      return mine.map((handler) => ({ event, list: inner, entry: handler, whole: false }));
    });
  });
}

function isOurs(node: Node): boolean {
  if (node.type !== "object") return false;
  return ["command", "bash", "powershell"].some((key) => {
    const value = member(node, key);
    return value !== null && value !== "twice" && typeof value.value === "string" && isOurCommand(value.value);
  });
}

function add(text: string | null, hooks: JsonHooks): Merged {
  if (text === null || withoutBom(text).trim() === "") return wholeFile(text ?? "", hooks);
  const { bom } = textStyle(text);
  let body = withoutBom(text);
  const first = readJson(body);
  if (first === null) return refused("not_parsed", "it is no JSON object");
  const problem = shapeProblem(first);
  if (problem !== null) return problem;
  const made: TextEdit[] = [];
  const append = (find: (doc: JsonDocument) => Node | null, addition: { key?: string; value: unknown }): void => {
    const doc = readJson(body);
    const container = doc === null ? null : find(doc);
    if (container === null) return;
    for (const edit of appendTo(body, container, addition)) {
      body = applyEdit(body, edit);
      made.push({ ...edit, offset: edit.offset + bom.length });
    }
  };
  const before = hooksOf(first);
  const kept =
    before === null
      ? []
      : ["hooks", ...(before.children ?? []).map(({ children }) => `hooks/${String(children?.[0]?.value)}`)];
  for (const [key, value] of Object.entries(hooks.also)) {
    if (member(first.root, key) === null) append((doc) => doc.root, { key, value });
  }
  if (before === null) append((doc) => doc.root, { key: "hooks", value: listed(hooks) });
  else {
    for (const [event, entry] of Object.entries(hooks.entries)) {
      if (kept.includes(`hooks/${event}`)) append((doc) => listAt(doc, event), { value: entry });
      else append(hooksOf, { key: event, value: [entry] });
    }
  }
  return { kind: "merged", text: bom + body, edits: made, kept };
}

function listAt(doc: JsonDocument, event: string): Node | null {
  const hooks = hooksOf(doc);
  const list = hooks === null ? null : member(hooks, event);
  return list === "twice" ? null : list;
}

function listed({ entries }: JsonHooks): object {
  return Object.fromEntries(Object.entries(entries).map(([event, entry]) => [event, [entry]]));
}

function wholeFile(text: string, hooks: JsonHooks): Merged {
  const inserted = `${JSON.stringify({ ...hooks.also, hooks: listed(hooks) }, null, 2)}\n`;
  const removed = withoutBom(text);
  const edit = { offset: text.length - removed.length, removed, inserted };
  return { kind: "merged", text: applyEdit(text, edit), edits: [edit], kept: [] };
}

function strip(
  text: string,
  was: { readonly kept: readonly string[]; readonly created: boolean },
  hooks: JsonHooks,
): string | null | Refusal {
  const { bom } = textStyle(text);
  let body = withoutBom(text);
  if (readJson(body) === null) return refused("not_parsed", "it is no JSON object");
  const touched = new Set<string>();
  for (;;) {
    const doc = readJson(body);
    const [ours] = doc === null ? [] : listOurs(doc);
    if (ours === undefined) break;
    touched.add(ours.event);
    for (const edit of removeFrom(body, ours.list, ours.entry)) body = applyEdit(body, edit);
  }
  for (const event of touched) {
    if (!was.kept.includes(`hooks/${event}`)) body = withoutEmpty(body, (doc) => hooksOf(doc), event);
  }
  if (touched.size > 0 && !was.kept.includes("hooks")) body = withoutEmpty(body, (doc) => doc.root, "hooks");
  const left = readJson(body);
  const members = left?.root.children ?? [];
  const nothing = members.every(({ children }) => Object.hasOwn(hooks.also, String(children?.[0]?.value)));
  return was.created && nothing && !/\/[/*]/.test(body) ? null : bom + body;
}

/** Without a member whose value is an empty list or object. */
function withoutEmpty(text: string, find: (doc: JsonDocument) => Node | null, key: string): string {
  const doc = readJson(text);
  const object = doc === null ? null : find(doc);
  const property = object?.children?.find(({ children }) => children?.[0]?.value === key);
  const value = property?.children?.[1];
  const empty =
    value !== undefined &&
    (value.children ?? []).length === 0 &&
    !/\/[/*]/.test(text.slice(value.offset, value.offset + value.length));
  if (object == null || property === undefined || !empty) return text;
  return removeFrom(text, object, property).reduce(applyEdit, text);
}
