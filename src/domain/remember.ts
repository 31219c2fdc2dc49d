/**
 * A pure function of one immutable object that answers once for each: the same records are judged by several parts of
 * one packet. Nothing is kept longer than the object lives.
 */
export function remembered<K extends object, V>(answer: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before.value;
    const value = answer(key);
    known.set(key, { value });
    return value;
  };
}

/** The same for texts; all is forgotten when there are too many of them, which costs time and nothing else. */
export function rememberedText<V>(answer: (text: string) => V, limit: number = 4_096): (text: string) => V {
  const known = new Map<string, { readonly value: V }>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before.value;
    const value = answer(text);
    if (known.size >= limit) known.clear();
    known.set(text, { value });
    return value;
  };
}
