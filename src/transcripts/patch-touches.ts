import type { Touch } from "./tool-book.ts";

/** Files of a patch in the form `*** Update File: PATH`, with `*** Move to: PATH` below. */
export function patchTouches(patch: string): readonly Touch[] {
  const touches: Touch[] = [];
  for (const line of patch.split(/\r?\n/)) {
    const file = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(line);
    const moved = /^\*\*\* Move to: (.+)$/.exec(line);
    const how = file?.[1] === "Add" ? "add" : file?.[1] === "Delete" ? "delete" : "update";
    if (file?.[2] !== undefined) touches.push({ kind: "edit", path: file[2], how });
    if (moved?.[1] !== undefined) touches.push({ kind: "edit", path: moved[1], how: "move" });
  }
  return touches;
}
