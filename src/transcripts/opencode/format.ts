import type { ClientFormat } from "../client-format.ts";
import { objectOf, isFields, listOf } from "../fields.ts";
import { withDistinctIds } from "./distinct-ids.ts";
import { createOpencodeReader } from "./reader.ts";
import { shapeOf } from "./shapes.ts";

export const opencodeFormat: ClientFormat = {
  client: "opencode",
  partial: null,
  isRecord: (record) => isExport(record) || shapeOf(record) !== null,
  recordStarts: ['{"info":{', '{"id":"'],
  recordsOf: (document) => {
    if (isExport(document)) return recordsOf(document);
    // A file of the older storage holds one session, message, part or todo list.
    return shapeOf(document) === null ? null : [document];
  },
  open: (saved) => createOpencodeReader(saved),
};

function isExport(document: unknown): document is Record<string, unknown> {
  if (!isFields(document) || !Array.isArray(document["messages"]) || !isFields(document["info"])) return false;
  return document["messages"].every((one) => isFields(objectOf(one)["info"]) && Array.isArray(objectOf(one)["parts"]));
}

function* recordsOf(document: Record<string, unknown>): Iterable<unknown> {
  yield document["info"];
  yield* withDistinctIds(listOf(document["messages"]));
}
