import type { Random } from "./random.ts";

/** Stands for a value that is nested too deep to be written otherwise. */
const deepMark = "\u0001deep\u0001";

const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  127,
  1e21,
  Number.MAX_SAFE_INTEGER + 2,
  "",
  " ",
  "0",
  "x",
  "../x",
  "a\nb",
  "a\0b",
  "\ud800",
  "2026-01-02T03:04:05Z",
  "9".repeat(30),
  "x".repeat(5000),
  [],
  {},
  [null],
  [[]],
  { "": "" },
  { toString: 1, valueOf: 1 },
  deepMark,
];
const oddKeys: readonly string[] = ["", "__proto__", "constructor", "toString", "length", "0", "then"];

/** A changed document of the same JSON; null where the text is none. */
export function mutateJson(text: string, random: Random, words: readonly string[]): string | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const root = { value };
  change(root, random, words);
  // Indented, a document that is nested deep would be a thousand times as long.
  const isIndented = text.includes("\n") && !text.includes("[[[[[[[[") && random.below(4) > 0;
  return write(root.value, isIndented ? 2 : 0, random);
}

interface Place {
  readonly container: object;
  readonly key: string;
}

function change(root: { value: unknown }, random: Random, words: readonly string[]): void {
  const place = choose(root, random);
  const own = get(place);
  switch (random.below(9)) {
    case 0:
    case 1:
      return set(place, random.pick(oddValues));
    case 2:
      return remove(place);
    case 3:
      return set(place, get(choose(root, random)));
    case 4:
      return set(place, random.chance(2) ? [own] : { [wordOf(random, words)]: own });
    case 5:
      return set(place, typeof own === "string" ? Number(own) : typeof own === "number" ? String(own) : [own, own]);
    case 6:
      return set(place, wordOf(random, words));
    default: {
      const inner = typeof own === "object" && own !== null ? own : place.container;
      if (Array.isArray(inner))
        inner.splice(random.below(inner.length + 1), 0, structuredClone(get(choose(root, random))));
      else set({ container: inner, key: wordOf(random, words) }, structuredClone(get(choose(root, random))));
    }
  }
}

/** A place anywhere in the tree, deep ones as likely as shallow ones. */
function choose(root: object, random: Random): Place {
  let place: Place = { container: root, key: "value" };
  for (;;) {
    const own = get(place);
    const keys = typeof own === "object" && own !== null ? Object.keys(own) : [];
    if (keys.length === 0 || random.chance(4)) return place;
    place = { container: own as object, key: random.pick(keys) };
  }
}

function get({ container, key }: Place): unknown {
  return (container as Record<string, unknown>)[key];
}

function set({ container, key }: Place, value: unknown): void {
  Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
}

function remove({ container, key }: Place): void {
  if (Array.isArray(container)) container.splice(Number(key), 1);
  else Reflect.deleteProperty(container, key);
}

function wordOf(random: Random, words: readonly string[]): string {
  return words.length === 0 || random.chance(6) ? random.pick(oddKeys) : random.pick(words);
}

/** Null where the changed value has become too deep or too large to be written. */
function write(value: unknown, indent: number, random: Random): string | null {
  try {
    const text = JSON.stringify(value, null, indent) ?? "null";
    const depth = random.pick([10, 300, 9000]);
    return text.replaceAll(JSON.stringify(deepMark), "[".repeat(depth) + "]".repeat(depth));
  } catch {
    return null;
  }
}
