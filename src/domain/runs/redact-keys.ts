/** The same JSON value with every key of every object in it replaced; texts and everything else stay. */
export function redactKeys<T>(value: T, redact: (text: string) => string): T {
  return changed(value, redact) as T;
}

function changed(value: unknown, redact: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => changed(item, redact));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [redact(key), changed(item, redact)]));
}
