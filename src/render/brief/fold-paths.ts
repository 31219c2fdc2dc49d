const plainName = /^[\w.@+=-]+$/;
const namesPerLine = 10;

/**
 * `src/a.ts`, `src/b.ts` → `src/{a.ts,b.ts}`. Names that braces or commas would make ambiguous stay whole.
 * Folders come in the order of their first path.
 */
export function foldPaths(paths: readonly string[]): string[] {
  const folders = new Map<string, string[]>();
  const folded: string[] = [];
  for (const path of paths) {
    const cut = path.lastIndexOf("/") + 1;
    const [folder, name] = [path.slice(0, cut), path.slice(cut)];
    if (!plainName.test(name) || !/^[\w.@+=/-]*$/.test(folder)) folded.push(path);
    else folders.set(folder, [...(folders.get(folder) ?? []), name]);
  }
  for (const [folder, names] of folders) {
    for (let from = 0; from < names.length; from += namesPerLine) {
      const part = names.slice(from, from + namesPerLine);
      folded.push(part.length === 1 ? `${folder}${part[0] ?? ""}` : `${folder}{${part.join(",")}}`);
    }
  }
  return folded;
}
