import { type Fields, fieldsOf, textOf, parsedFields } from "../fields.ts";
import type { Edit } from "./codex-state.ts";

/** Files that a patch in Codex's own form changes, also where a shell command hands it over. */
export function editsOfPatch(text: string): readonly Edit[] {
  const begin = text.indexOf(patchBegin);
  const end = text.indexOf("*** End Patch", begin);
  const edits: Edit[] = [];
  if (begin < 0) return edits;
  const patch = text.slice(begin, end < 0 ? text.length : end);
  for (let at = patch.indexOf("\n*** "); at >= 0; at = patch.indexOf("\n*** ", at + 1)) {
    const header = /^\*\*\* (?:(Add|Update|Delete) File|Move to): ([^\r\n]+)/.exec(patch.slice(at + 1, at + 5000));
    const path = header?.[2]?.trim() ?? "";
    const last = edits.at(-1);
    if (path === "") continue;
    if (header?.[1] !== undefined) edits.push({ path, how: howOf(header[1]) });
    else if (last?.how === "update") edits.splice(-1, 1, { path: last.path, how: "move" }, { path, how: "add" });
  }
  return edits;
}

const patchBegin = "*** Begin Patch";

/** A command that applies a patch, rather than writing one down. */
export function appliesPatch(command: string): boolean {
  return command.includes(patchBegin) && /(?:^|[\s;&|("'])apply_?patch\b/.test(command);
}

/** Changes as Codex reports them after a patch: path → {type, move_path}, in older versions path → {update: …}. */
export function editsOfChanges(changes: unknown): readonly Edit[] {
  const edits: Edit[] = [];
  for (const [path, value] of Object.entries(fieldsOf(changes) ?? {})) {
    const change = fieldsOf(value) ?? {};
    const type = textOf(change["type"]) ?? Object.keys(change)[0];
    const target = textOf((fieldsOf(change[type ?? ""]) ?? change)["move_path"]);
    if (path === "") continue;
    if (target === null || target === path) edits.push({ path, how: howOf(type) });
    else edits.push({ path, how: "move" }, { path: target, how: "add" });
  }
  return edits;
}

function howOf(type: string | undefined): Edit["how"] {
  const name = type?.toLowerCase();
  return name === "add" ? "add" : name === "delete" ? "delete" : "update";
}

/** The shell text of a call, or its argv; null when it has neither. */
export function commandOf(value: unknown): string | readonly string[] | null {
  if (typeof value === "string") return value === "" ? null : value;
  if (!Array.isArray(value) || value.length === 0 || !value.every((word) => typeof word === "string")) return null;
  const [shell = "", flag = "", text] = value;
  const runs = /(?:^|[\\/])(?:ba|z|da|k)?sh(?:\.exe)?$/.test(shell) && /^-l?i?c$/.test(flag);
  return runs && value.length === 3 && text !== undefined ? text : value;
}

/** An absolute folder, from a folder that may be relative to the session's or a file URL. */
export function folderOf(value: unknown, base: string | undefined): string | null {
  const folder = textOf(value);
  if (folder === null) return null;
  if (folder.startsWith("file://")) return decoded(folder.slice("file://".length));
  if (/^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(folder)) return folder;
  if (base === undefined) return null;
  return folder === "." ? base : `${base}/${folder.replace(/^\.\//, "")}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Arguments are an object in a string; the input of a custom tool is whatever that tool takes. */
export function argumentsOf(payload: Fields): Fields {
  const value = payload["arguments"] ?? payload["input"];
  if (typeof value === "string" && !/^\s*\{/.test(value)) return {};
  return parsedFields(value) ?? {};
}
