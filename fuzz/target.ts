/** How an input is built, which says how it is changed. */
export type Shape = "json" | "lines" | "fields" | "text" | "bytes";

/** One reader of the product, and what must hold for every input of it. */
export interface Target {
  readonly name: string;
  readonly shape: Shape;
  /** Inputs to begin with; without them nothing deep is reached. */
  readonly seeds: () => readonly Uint8Array[];
  /** Real inputs that lie beside the project, where they do: for long runs. */
  readonly more?: () => readonly Uint8Array[];
  /** Words that this reader looks for, beside those of the seeds. */
  readonly words?: readonly string[];
  /** Reads the input. Gives what was read, or throws: an AppError is an answer, anything else is a fault. */
  readonly run: (input: Buffer) => unknown;
}

/** A law that an input broke: what was read is not what may be read. */
export class LawBroken extends Error {
  readonly law: string;

  constructor(law: string, detail: string) {
    super(detail === "" ? law : `${law}: ${detail}`);
    this.name = "LawBroken";
    this.law = law;
  }
}

/** Says that something must hold. `law` is the same for every input; the detail may name what was seen. */
export function mustHold(holds: boolean, law: string, detail = ""): asserts holds {
  if (!holds) throw new LawBroken(law, detail.slice(0, 500));
}

/** Two values must be the same but for the order of keys that JSON does not know. */
export function mustEqual(one: unknown, other: unknown, law: string): void {
  const [a, b] = [asText(one), asText(other)];
  if (a === b) return;
  let at = 0;
  while (a[at] === b[at]) at += 1;
  const around = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 60), at + 60));
  throw new LawBroken(law, `${around(a)} against ${around(b)}`);
}

/** Any value as text: the same text, the same value. */
export function asText(value: unknown): string {
  const text = JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === "bigint") return `${inner}n`;
    if (inner instanceof Map) return [...inner];
    if (inner instanceof Set) return [...inner];
    if (inner instanceof Uint8Array) return `bytes ${Buffer.from(inner).toString("base64")}`;
    return inner;
  });
  return text ?? "undefined";
}

/** Texts as inputs. */
export function bytesOf(...texts: readonly string[]): readonly Uint8Array[] {
  return texts.map((text) => Buffer.from(text));
}

/** Values as one JSON document each. */
export function documents(...values: readonly unknown[]): readonly Uint8Array[] {
  return bytesOf(...values.map((value) => JSON.stringify(value, null, 2)));
}

/** Values as lines of one log. */
export function linesOf(...values: readonly unknown[]): Uint8Array {
  return Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(""));
}
