/** Values of files that nobody vouches for: looked at key by key, believed in nothing. */
export type Raw = Readonly<Record<string, unknown>>;

export function isRaw(value: unknown): value is Raw {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

export function rawAt(value: unknown, key: string): unknown {
  return isRaw(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function listAt(value: unknown, key: string): readonly unknown[] {
  const list = rawAt(value, key);
  return Array.isArray(list) ? list : [];
}

/** Text of JSON, to the byte: no mark at the beginning, no bytes that are no UTF-8; null for anything else. */
export function parseStrict(bytes: Uint8Array): unknown {
  const text = decodeStrict(bytes);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function decodeStrict(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Whether two values of JSON are the same, whatever the order of their keys. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, at) => sameValue(item, b[at]))
    );
  }
  if (!isRaw(a) || !isRaw(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key]))
  );
}

/** A value as a word; nothing of an object: its `toString` may be a field of what is audited. */
export function wordOf(value: unknown): string {
  return typeof value === "object" && value !== null ? "" : String(value);
}
