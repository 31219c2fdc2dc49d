import type { Slice, SliceQuery } from "./view-model.ts";

/** Longest slice that is handed out, whatever was asked for. */
export const longestSlice = 500;

/** `from` and `limit` as whole numbers within bounds: they may come from an address line. */
export function boundSlice({ from, limit }: SliceQuery): SliceQuery {
  return { from: whole(from, Number.MAX_SAFE_INTEGER), limit: whole(limit, longestSlice) };
}

/** The part of a whole list that is asked for. */
export function sliceOf<T>(list: readonly T[], query: SliceQuery): Slice<T> {
  const { from, limit } = boundSlice(query);
  return { total: list.length, from, entries: list.slice(from, from + limit) };
}

function whole(value: number, most: number): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(0, Math.trunc(value))) : 0;
}
