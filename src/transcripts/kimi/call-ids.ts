import { fieldsOf, textOf } from "../fields.ts";
import { createSeenIds } from "../seen-ids.ts";

/**
 * Kimi numbers the calls of one context (`Shell:0`, `Bash_3`): after a clear, and in every sub-agent, the numbers begin
 * again. So a call that comes later under a number in use is another call and gets an id of its own; the same record
 * twice does not.
 */
export interface CallIds {
  /** Id to tell for a call that begins; null for a record that was seen. `stamp` tells records of one number apart. */
  readonly begin: (agent: string | null, number: string, stamp: string) => string | null;
  /** Id that was told for the newest call of this number. */
  readonly now: (agent: string | null, number: string) => string;
  readonly save: () => unknown;
}

export function createCallIds(saved: unknown): CallIds {
  const from = fieldsOf(saved);
  const stamps = createSeenIds(textOf(from?.["stamps"]));
  const numbers = createSeenIds(textOf(from?.["numbers"]));
  const newest = new Map<string, string>(Object.entries(fieldsOf(from?.["newest"]) ?? {}).flatMap(pair));
  const keyOf = (agent: string | null, number: string): string => (agent === null ? number : `${agent}/${number}`);
  return {
    begin: (agent, number, stamp) => {
      const key = keyOf(agent, number);
      if (!stamps.add(`${key}@${stamp}`)) return null;
      if (numbers.add(key)) return key;
      let count = 2;
      while (!numbers.add(`${key}#${count}`)) count++;
      newest.set(key, `${key}#${count}`);
      return `${key}#${count}`;
    },
    now: (agent, number) => newest.get(keyOf(agent, number)) ?? keyOf(agent, number),
    save: () => ({ stamps: stamps.save(), numbers: numbers.save(), newest: Object.fromEntries(newest) }),
  };
}

function pair([key, value]: [string, unknown]): [string, string][] {
  return typeof value === "string" ? [[key, value]] : [];
}
