import { parse } from "smol-toml";
import { holdsEntry, isOurMcpEntry, isWrittenByUs, leftServer } from "./mcp-entries.ts";
import { sorted } from "./merge-json.ts";
import { refused, type Merged, type Merger, type Refusal } from "./merging.ts";
import { textStyle } from "./text-edit.ts";

/** One server in a TOML file: the table `[CONTAINER.NAME]`. */
export interface TomlTable {
  readonly container: string;
  readonly name: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

type Values = Readonly<Record<string, unknown>>;

const begin = "# passdown: begin (written by `passdown init`, taken out by `passdown init --remove`)";
const end = "# passdown: end";

/** Appends a table to a TOML file between two comments; every byte before it stays. */
export function mergeTomlTable(wanted: TomlTable): Merger {
  const found = (text: string): unknown => entryIn(read(text) ?? {}, wanted);
  return {
    isCurrent: (text) => isOurMcpEntry(found(text)) && holdsEntry(found(text), wanted.entry),
    holdsOurs: (text) => isOurMcpEntry(found(text)),
    add: (text) => add(text, wanted),
    strip: (text, was) => (was.spareServer ? text : strip(text, was, wanted)),
    madeByHand: (text, edits) =>
      isOurMcpEntry(found(text)) && !text.includes(begin) && !isWrittenByUs(found(text), wanted.entry, edits)
        ? leftServer(wanted.container, wanted.name)
        : null,
  };
}

function read(text: string): Values | null {
  try {
    return parse(text.replace(/^\ufeff/, ""), { integersAsBigInt: "asNeeded" });
  } catch {
    return null;
  }
}

function fields(value: unknown): Values {
  return value !== null && typeof value === "object" ? Object.fromEntries(Object.entries(value)) : {};
}

function entryIn(values: Values, { container, name }: TomlTable): unknown {
  return fields(values[container])[name];
}

function add(text: string | null, wanted: TomlTable): Merged {
  const { container, name, entry } = wanted;
  const before = text ?? "";
  const values = read(before);
  if (values === null) return refused("not_parsed", "it is no TOML");
  if (entryIn(values, wanted) !== undefined)
    return refused("unexpected_shape", `${container}.${name} is a server that passdown did not write`);
  const { eol } = textStyle(before);
  const members = Object.entries(entry).map(([key, value]) => `${key} = ${tomlValue(value)}`);
  const lines = [begin, `[${container}.${name}]`, ...members, end].join(eol);
  const gap = before === "" || before === "\ufeff" ? "" : before.endsWith("\n") ? eol : eol + eol;
  const inserted = `${gap}${lines}${eol}`;
  const result = before + inserted;
  const expected = { ...values, [container]: { ...fields(values[container]), [name]: entry } };
  if (!same(read(result), expected))
    return refused("unexpected_shape", `${container} is no group of tables, so none can be added`);
  const edits = [{ offset: before.length, removed: "", inserted }];
  return { kind: "merged", text: result, edits, kept: values[container] === undefined ? [] : [container] };
}

/** JSON's strings and lists of strings are TOML's, but for the delete character. */
function tomlValue(value: unknown): string {
  return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
}

function same(one: Values | null, other: Values): boolean {
  return one !== null && inOrder(one) === inOrder(other);
}

function inOrder(value: unknown): string {
  return JSON.stringify(sorted(value), (_key, inner: unknown) => (typeof inner === "bigint" ? `${inner}n` : inner));
}

/** The table, what the client keeps below it, and the two comments go; lines of others between them stay. */
function strip(text: string, { created }: { readonly created: boolean }, wanted: TomlTable): string | null | Refusal {
  const values = read(text);
  if (values === null) return refused("not_parsed", "it is no TOML");
  const { eol } = textStyle(text);
  const kept: string[] = [];
  let ours = false;
  let open = false;
  for (const line of text.split(eol)) {
    const header = /^\s*\[{1,2}\s*(?<name>[^\]]*?)\s*\]{1,2}\s*(?:#.*)?$/.exec(line)?.groups?.["name"];
    if (header !== undefined) ours = isOurTable(header, wanted);
    const mark = line === begin || (open && line === end);
    // The blank line that parted the block from what stood before.
    if (line === begin && kept.at(-1) === "") kept.pop();
    if (line === begin) open = true;
    if (line === end) [open, ours] = [false, false];
    // A comment or a blank line inside the table belongs to whoever wrote it.
    if (!mark && !(ours && !/^\s*(?:#.*)?$/.test(line))) kept.push(line);
  }
  const result = kept.join(eol);
  const { [wanted.name]: _ours, ...others } = fields(values[wanted.container]);
  const { [wanted.container]: _container, ...rest } = values;
  const left = read(result);
  const expected =
    Object.keys(others).length === 0 && left?.[wanted.container] === undefined
      ? rest
      : { ...rest, [wanted.container]: others };
  if (!same(left, expected)) return refused("unexpected_shape", "what is ours cannot be told from what is not");
  return created && result.trim() === "" ? null : result;
}

function isOurTable(header: string, { container, name }: TomlTable): boolean {
  const plain = header.replace(/["'\s]/g, "");
  return plain === `${container}.${name}` || plain.startsWith(`${container}.${name}.`);
}
