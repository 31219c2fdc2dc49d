import { posix } from "node:path";

/**
 * The text with every mention of a folder put to another place. Other folders whose names only begin alike stay.
 * Backslashes may be escaped once or twice, and those of a path below the folder become slashes.
 */
export function moveFolder(text: string, from: string, to: string): string {
  return [4, 2, 1].reduce(
    (moved, backslashes) => moveEscaped(moved, from, { to, separator: "\\".repeat(backslashes) }),
    text,
  );
}

function moveEscaped(text: string, from: string, { to, separator }: { to: string; separator: string }): string {
  const windows = from.includes("\\");
  if (!windows && separator.length > 1) return text;
  const name = escapeRegExp(windows ? from.replaceAll("\\", separator) : from);
  const tail = windows ? `((?:${escapeRegExp(separator)}[\\w.@+()\\[\\]-]+)*)` : "()";
  const mention = new RegExp(`(?<![\\w.-]|(?<!\\\\)[nrt])${name}(?![\\w-]|\\.\\w)${tail}`, "g");
  const escaped = new RegExp(`(?<=\\\\[nrt])${name}(?![\\w-]|\\.\\w)${tail}`, "g");
  const put = (_: string, below: string): string => to + below.replaceAll(separator, "/");
  return text.replace(escaped, put).replace(mention, put);
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** The path below a folder, with slashes; null where it lies elsewhere, in git's own folder, or is no path. */
export function pathBelow(folder: string, path: string, base: string = folder): string | null {
  if (path === "" || /[*?{}$`"'<>|\n]|^~|^\w+:\/\/|^[A-Za-z]:[\\/]/.test(path)) return null;
  const absolute = posix.normalize(path.startsWith("/") ? path : posix.join(base, path));
  if (!absolute.startsWith(`${folder}/`)) return null;
  const below = absolute.slice(folder.length + 1).replace(/\/$/, "");
  return below === "" || /(^|\/)\.git(\/|$)/.test(below) ? null : below;
}

/** The folder in which a command's words mean their paths: where it was started, or where it goes first. */
export function baseOf(folder: string, workdir: string | null, command: string): string {
  const start = workdir === null ? folder : posix.resolve(folder, workdir);
  const first = /^\s*cd\s+(?:"([^"]+)"|'([^']+)'|([^\s;&|]+))\s*(?:&&|;|\n)/.exec(command);
  const to = first?.[1] ?? first?.[2] ?? first?.[3];
  return to === undefined || /[~$]/.test(to) ? start : posix.resolve(start, to);
}
