import type { Context } from "hono";
import type { ChainQuery, SliceQuery } from "../domain/view/view-model.ts";
import { longestSlice } from "../domain/view/slice.ts";
import { Refusal } from "./refusal.ts";

const longestText = 300;

/** The query as text, each name known and given at most once. */
export function readQuery(c: Context, names: readonly string[]): Readonly<Record<string, string>> {
  const read: Record<string, string> = {};
  for (const [name, values] of Object.entries(c.req.queries())) {
    if (!names.includes(name)) throw wrong(`${JSON.stringify(name.slice(0, 40))} is no parameter here`, names);
    const [value = "", ...more] = values;
    if (more.length > 0) throw wrong(`${name} is given more than once`, names);
    if (value.length > longestText) throw wrong(`${name} is longer than ${longestText} characters`, names);
    read[name] = value;
  }
  return read;
}

export function readSlice(c: Context, names: readonly string[] = []): SliceQuery & Readonly<Record<string, unknown>> {
  const query = readQuery(c, ["from", "limit", ...names]);
  return { ...query, from: whole(query, "from", [0, 1e9]), limit: whole(query, "limit", [1, longestSlice]) };
}

export function readChain(c: Context): ChainQuery {
  const { from, limit, search } = readSlice(c, ["search"]);
  return { from, limit, search: typeof search === "string" ? search : "" };
}

/** A parameter that has to be there. */
export function required(query: Readonly<Record<string, unknown>>, name: string): string {
  const value = query[name];
  if (typeof value === "string" && value !== "") return value;
  throw wrong(`${name} is missing`, [name]);
}

function whole(
  query: Readonly<Record<string, string>>,
  name: string,
  [least, most]: readonly [number, number],
): number {
  const value = required(query, name);
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw wrong(`${name} is not a whole number from ${least} to ${most}`, [name]);
}

function wrong(message: string, names: readonly string[]): Refusal {
  const hint = names.length === 0 ? "it takes no parameters" : `it takes ${names.join(", ")}`;
  return new Refusal({ status: 400, code: "query_invalid", message, hint });
}
