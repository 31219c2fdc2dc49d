/** A stretch of a text with pieces taken out, and the way back to the places of the whole text. */
export interface View {
  readonly text: string;
  /** Places in `text` where something was taken out, ascending. */
  readonly cuts: readonly number[];
  /** Where the first character, and the one after each cut, stands in the source. */
  readonly origins: readonly number[];
}

/** Where [start, end) of the view stands in the source. */
export function toSource(
  view: View,
  range: { readonly start: number; readonly end: number },
): { start: number; end: number } {
  return { start: placeOf(view, range.start), end: placeOf(view, range.end - 1) + 1 };
}

function placeOf({ cuts, origins }: View, place: number): number {
  const index = lastAtMost(cuts, place);
  return (origins[index + 1] ?? 0) + place - (index < 0 ? 0 : (cuts[index] ?? 0));
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

/** Puts [start, end) stretches of the text together. */
export function createView(text: string, stretches: readonly { readonly start: number; readonly end: number }[]): View {
  const cuts: number[] = [];
  let joined = "";
  for (const { start, end } of stretches) {
    if (joined !== "") cuts.push(joined.length);
    joined += text.slice(start, end);
  }
  return { text: joined, cuts, origins: stretches.map((stretch) => stretch.start) };
}
