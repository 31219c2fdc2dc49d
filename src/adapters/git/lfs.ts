/**
 * The text that LFS commits in place of a file of this content. Computed here, so that the filter, which would copy the
 * content into .git/lfs, need not run.
 */
export function lfsPointer(sha256: string, size: number): string {
  return size === 0 ? "" : `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize ${size}\n`;
}

/** sha256 of the content that a pointer stands for; null for any other text. */
export function pointedAt(text: string): string | null {
  const pointer =
    /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:[^\n]*\n)*?oid sha256:([0-9a-f]{64})\nsize \d+\n$/;
  return pointer.exec(text)?.[1] ?? null;
}
