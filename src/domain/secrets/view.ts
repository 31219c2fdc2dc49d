/** Stretches of a text put together, and the way back to the places of the whole text. */
export interface View {
  readonly text: string;
  /** Places in `text` where a stretch begins, ascending. */
  readonly cuts: readonly number[];
  /** Where that stretch stands in the source. */
  readonly origins: readonly number[];
}

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Puts the stretches of each group together; a line break stands between two groups. */
export function createView(text: string, groups: readonly (readonly Stretch[])[]): View {
  const cuts: number[] = [];
  const origins: number[] = [];
  let joined = "";
  for (const group of groups) {
    if (joined !== "") joined += "\n";
    for (const { start, end } of group) {
      if (end <= start) continue;
      cuts.push(joined.length);
      origins.push(start);
      joined += text.slice(start, end);
    }
  }
  return { text: joined, cuts, origins };
}

/** Where [start, end) of the view stands in the source. */
export function toSource(view: View, range: Stretch): Stretch {
  return { start: placeOf(view, range.start), end: placeOf(view, range.end - 1) + 1 };
}

function placeOf({ cuts, origins }: View, place: number): number {
  const index = Math.max(0, lastAtMost(cuts, place));
  return (origins[index] ?? 0) + place - (cuts[index] ?? 0);
}

/** Index of the last number that is at most `limit`; -1 when none is. */
export function lastAtMost(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
