import type { TouchEvent } from "../../domain/session/session-event.ts";
import { type Fields, objectOf, firstText, isFields, listOf, textOf } from "../fields.ts";

type How = NonNullable<TouchEvent["how"]>;

/** Files that a tool which ended well changed or read. */
export function touchesOf(name: string, state: Fields, at: string | null): TouchEvent[] {
  const input = objectOf(state["input"]);
  const metadata = objectOf(state["metadata"]);
  const path = firstText(input, "filePath", "file_path", "path");
  if (name === "read") return path === null || isFolder(state["output"]) ? [] : [{ kind: "read", path, at }];
  if (name === "edit" || name === "multiedit") {
    return path === null ? [] : [{ kind: "edit", path, at, how: input["oldString"] === "" ? "add" : "update" }];
  }
  if (name === "write") return path === null ? [] : [edit(path, at, metadata["exists"] === false ? "add" : "update")];
  if (name !== "apply_patch" && name !== "patch") return [];
  const listed = listOf(metadata["files"]).filter(isFields);
  return listed.length > 0
    ? listed.flatMap((one) => fromList(one, at))
    : fromPatch(textOf(input["patchText"]) ?? "", at);
}

/** A folder can be read as well: its output begins with what it is. */
function isFolder(output: unknown): boolean {
  return typeof output === "string" && /^<path>[^\n]*\n<type>directory<\/type>/.test(output);
}

function fromList(file: Fields, at: string | null): TouchEvent[] {
  const path = firstText(file, "filePath", "relativePath");
  const type = file["type"];
  const how: How = type === "add" || type === "delete" || type === "move" ? type : "update";
  const target = textOf(file["movePath"]);
  if (path === null) return [];
  return target === null || target === path
    ? [edit(path, at, how)]
    : [edit(path, at, "delete"), edit(target, at, "move")];
}

const lines = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/gm;

function fromPatch(patch: string, at: string | null): TouchEvent[] {
  const touches: TouchEvent[] = [];
  for (const [, verb, path] of patch.matchAll(lines)) {
    if (path === undefined) continue;
    if (verb === "Move to") {
      const from = touches.pop();
      if (from !== undefined) touches.push({ ...from, how: "delete" });
      touches.push(edit(path.trim(), at, "move"));
    } else
      touches.push(edit(path.trim(), at, verb === "Add File" ? "add" : verb === "Delete File" ? "delete" : "update"));
  }
  return touches;
}

function edit(path: string, at: string | null, how: How): TouchEvent {
  return { kind: "edit", path, at, how };
}
