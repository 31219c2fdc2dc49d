import { type Fields, objectOf, isFields, listOf } from "../fields.ts";

/**
 * Messages of one document are distinct, and so are their parts. Where ids were blacked out several share one: all but
 * the first are numbered, so that no call is taken for another.
 */
export function* withDistinctIds(messages: readonly unknown[]): Iterable<unknown> {
  const counts = new Map<string, number>();
  for (const message of messages) {
    if (!isFields(message)) {
      yield message;
      continue;
    }
    const parts = listOf(message["parts"]).map((part) => (isFields(part) ? distinct(part, "part", counts) : part));
    yield { ...message, info: distinct(objectOf(message["info"]), "message", counts), parts };
  }
}

function distinct(record: Fields, kind: string, counts: Map<string, number>): Fields {
  const id = record["id"];
  if (typeof id !== "string") return record;
  const count = (counts.get(`${kind}:${id}`) ?? 0) + 1;
  counts.set(`${kind}:${id}`, count);
  return count === 1 ? record : { ...record, id: `${id}#${count}` };
}
