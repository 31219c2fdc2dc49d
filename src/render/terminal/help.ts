/** Least room beside a name for what is said of it; below that it stands on lines of its own. */
const leastRoom = 24;
const deeper = 4;

/**
 * The help of a command in so many columns. Lines that fit stay as they are. A call breaks between its arguments, what
 * is said of a name goes on in its own column, anything else goes on below its first word.
 */
export function wrapHelp(help: string, columns: number): string {
  return help
    .split("\n")
    .flatMap((line) => (line.length <= columns ? [line] : wrapLine(line, columns)))
    .join("\n");
}

function wrapLine(line: string, columns: number): readonly string[] {
  const indent = line.length - line.trimStart().length;
  // Up to the last wide gap: what is said of a name stands behind it.
  const name = /^.* {2,}(?=\S)/.exec(line)?.[0] ?? "";
  const said = line.slice(name.length).split(" ");
  if (name.trim() !== "" && columns - name.length >= leastRoom) {
    return fill(said, { first: name, hanging: name.length, columns });
  }
  const below = indent + deeper;
  if (name.trim() !== "") {
    return [name.trimEnd(), ...fill(said, { first: " ".repeat(below), hanging: below, columns })];
  }
  const first = " ".repeat(indent);
  if (indent === 0 || !line.trimStart().startsWith("passdown ")) return fill(said, { first, hanging: indent, columns });
  const parts = line.match(/[[(<][^\])>]*[\])>]\S*|\S+/g) ?? [];
  return fill(parts, { first, hanging: below, columns });
}

/** Words one after the other; one that is too long for any line has its own. */
function fill(
  words: readonly string[],
  { first, hanging, columns }: { readonly first: string; readonly hanging: number; readonly columns: number },
): readonly string[] {
  const lines: string[] = [];
  let line = first;
  let empty = true;
  for (const word of words) {
    if (!empty && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = " ".repeat(hanging);
      empty = true;
    }
    line += empty ? word : ` ${word}`;
    empty = false;
  }
  return [...lines, line];
}
