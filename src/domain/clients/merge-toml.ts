import { parse } from "smol-toml";
import { isOurCommand } from "./hook-command.ts";
import { sorted } from "./merge-json.ts";
import { refused, type Merged, type Merger, type Refusal } from "./merging.ts";
import { textStyle } from "./text-edit.ts";

/** One `[[hooks]]` table of Kimi's config.toml; no other key is allowed in it. */
export interface TomlHook {
  readonly event: string;
  readonly command: string;
  readonly timeout: number;
}

const begin = "# passdown: begin (written by `passdown init`, taken out by `passdown init --remove`)";
const end = "# passdown: end";

/** Appends tables to a TOML file as a marked block of text; every byte before it stays. */
export function mergeToml(hooks: readonly TomlHook[]): Merger {
  return {
    isCurrent: (text) => {
      const ours = listHooks(text).filter(isOurs);
      return JSON.stringify(sorted(ours)) === JSON.stringify(sorted(hooks));
    },
    holdsOurs: (text) => listHooks(text).some(isOurs),
    add: (text) => add(text, hooks),
    strip,
    madeByHand: () => null,
  };
}

function read(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return parse(text.replace(/^\ufeff/, ""), { integersAsBigInt: "asNeeded" });
  } catch {
    return null;
  }
}

function listHooks(text: string): readonly unknown[] {
  const hooks = read(text)?.["hooks"];
  return Array.isArray(hooks) ? hooks : [];
}

function isOurs(hook: unknown): boolean {
  const command = hook !== null && typeof hook === "object" && "command" in hook ? hook.command : null;
  return typeof command === "string" && isOurCommand(command);
}

function add(text: string | null, hooks: readonly TomlHook[]): Merged {
  const before = text ?? "";
  const values = read(before);
  if (values === null) return refused("not_parsed", "it is no TOML");
  const { eol } = textStyle(before);
  const tables = hooks.map((hook) => [
    "[[hooks]]",
    ...Object.entries(hook).map(([key, value]) => `${key} = ${tomlValue(value)}`),
  ]);
  const lines = [begin, ...tables.flat(), end].join(eol);
  const gap = before === "" || before === "\ufeff" ? "" : before.endsWith("\n") ? eol : eol + eol;
  const inserted = `${gap}${lines}${eol}`;
  const result = before + inserted;
  const expected = { ...values, hooks: [...listHooks(before), ...hooks] };
  const says = read(result);
  if (says === null || !same(says, expected))
    return refused("unexpected_shape", '"hooks" is not a list of [[hooks]] tables, so none can be added');
  return { kind: "merged", text: result, edits: [{ offset: before.length, removed: "", inserted }], kept: [] };
}

/** JSON's strings are TOML's basic strings, but for the delete character. */
function tomlValue(value: string | number): string {
  return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
}

function same(one: unknown, other: unknown): boolean {
  return inOrder(one) === inOrder(other);
}

function inOrder(value: unknown): string {
  return JSON.stringify(sorted(value), (_key, inner: unknown) => (typeof inner === "bigint" ? `${inner}n` : inner));
}

/** Tables of ours and the marks go; lines of others between them stay. */
function strip(content: string, { created }: { readonly created: boolean }): string | null | Refusal {
  const values = read(content);
  if (values === null) return refused("not_parsed", "it is no TOML");
  const { eol } = textStyle(content);
  const lines = content.split(eol);
  const kept: string[] = [];
  let open = false;
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? "";
    const next = line.trim() === "[[hooks]]" ? endOfTable(lines, at) : at + 1;
    const table = lines.slice(at, next);
    // The mark of an end without a beginning is a line of somebody's text.
    const ours =
      line === begin || (open && line === end) || (next > at + 1 && listHooks(table.join("\n")).some(isOurs));
    // The blank line that parted the block from what stood before.
    if (line === begin && kept.at(-1) === "") kept.pop();
    if (line === begin || line === end) open = line === begin;
    if (!ours) kept.push(...table);
    at = next;
  }
  const result = kept.join(eol);
  const others = listHooks(content).filter((hook) => !isOurs(hook));
  const { hooks: _hooks, ...rest } = values;
  const says = read(result);
  const expected = others.length === 0 && says?.["hooks"] === undefined ? rest : { ...rest, hooks: others };
  if (says === null || !same(says, expected))
    return refused("unexpected_shape", "what is ours cannot be told from what is not");
  return created && result.trim() === "" ? null : result;
}

/** Index behind the last line that holds a value of the table. */
function endOfTable(lines: readonly string[], from: number): number {
  let last = from;
  for (let at = from + 1; at < lines.length && !/^\s*\[/.test(lines[at] ?? ""); at += 1) {
    if (!/^\s*(?:#.*)?$/.test(lines[at] ?? "")) last = at;
  }
  return last + 1;
}
