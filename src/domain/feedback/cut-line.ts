const marker = / …\[(\d+) characters cut\]$/;

/** At most `limit` characters and a count of what was cut; never half a surrogate pair. A cut line can be cut again. */
export function cutLine(line: string, limit: number, alreadyCut = 0): string {
  const earlier = marker.exec(line);
  const text = earlier === null ? line : line.slice(0, earlier.index);
  const cut = alreadyCut + Number(earlier?.[1] ?? 0);
  if (text.length <= limit) return cut === 0 ? text : `${text} …[${cut} characters cut]`;
  const end = isHighSurrogate(text.charCodeAt(limit - 1)) ? limit - 1 : limit;
  return `${text.slice(0, end)} …[${cut + text.length - end} characters cut]`;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
