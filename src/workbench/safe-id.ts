/** Slashes, control and format characters, surrogates, line separators: nothing that could leave a folder or forge a line. */
const unsafe = /[/\\\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** An id is any single path segment that is safe as a file name; it is compared exactly. */
export function isSafeId(id: string): boolean {
  return id.length > 0 && id.length <= 128 && id !== "." && id !== ".." && id === id.trim() && !unsafe.test(id);
}
