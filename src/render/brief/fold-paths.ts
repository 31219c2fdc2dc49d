const plain = /^\.?[\w@+=-]+$/;
const plainFolder = /^[\w.@+=/-]*$/;
const namesPerLine = 12;

/**
 * `src/a.ts`, `src/b.ts` → `src/{a,b}.ts`, as a shell reads it. Names that braces or commas would make ambiguous stay
 * whole. Groups come in the order of their first path.
 */
export function foldPaths(paths: readonly string[]): string[] {
  const groups = new Map<string, { readonly folder: string; readonly ending: string; readonly names: string[] }>();
  const whole: string[] = [];
  for (const path of paths) {
    const { folder, name, ending } = split(path);
    if (!plain.test(name) || !plainFolder.test(folder) || !plainFolder.test(ending)) whole.push(path);
    else {
      const key = `${folder}/${ending}`;
      const group = groups.get(key) ?? { folder, ending, names: [] };
      groups.set(key, group);
      group.names.push(name);
    }
  }
  return [...[...groups.values()].flatMap(foldGroup), ...whole];
}

function foldGroup({ folder, ending, names }: { folder: string; ending: string; names: readonly string[] }): string[] {
  const lines: string[] = [];
  for (let from = 0; from < names.length; from += namesPerLine) {
    const part = names.slice(from, from + namesPerLine);
    lines.push(part.length === 1 ? `${folder}${part[0] ?? ""}${ending}` : `${folder}{${part.join(",")}}${ending}`);
  }
  return lines;
}

/** The ending begins at the first dot that is not the first character: `.d.ts`, `.test.ts`. */
function split(path: string): { folder: string; name: string; ending: string } {
  const cut = path.lastIndexOf("/") + 1;
  const file = path.slice(cut);
  const dot = file.indexOf(".", 1);
  return {
    folder: path.slice(0, cut),
    name: dot < 0 ? file : file.slice(0, dot),
    ending: dot < 0 ? "" : file.slice(dot),
  };
}
