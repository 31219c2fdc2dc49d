import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Another text whenever something else lies at a path, or it was written; no writer can set the time of change. */
export function markPath(path: string): string {
  try {
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? "-" : `${stat.ino} ${stat.mode} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
  } catch {
    return "?";
  }
}

/** Names in a folder, sorted, the first so many; none where there is no folder that can be read. */
export function namesAt(path: string, most: number = 20_000): readonly string[] {
  try {
    return readdirSync(path).sort().slice(0, most);
  } catch {
    return [];
  }
}

/** Marks of everything in a folder, and of what lies in its folders down to a depth. */
export function markTree(path: string, depth: number, most: number = 20_000): readonly string[] {
  const marks: string[] = [`${path} ${markPath(path)}`];
  const visit = (folder: string, left: number): void => {
    for (const name of namesAt(folder)) {
      if (marks.length > most) return;
      const inside = join(folder, name);
      const mark = markPath(inside);
      marks.push(`${inside} ${mark}`);
      if (left > 0 && isFolder(mark)) visit(inside, left - 1);
    }
  };
  visit(path, depth);
  return marks;
}

/** By the mode in its mark. */
function isFolder(mark: string): boolean {
  return (Number(mark.split(" ")[1] ?? 0) & 0o170000) === 0o040000;
}
