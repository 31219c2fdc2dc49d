import type { Timeline, TimelineMark } from "./view-model.ts";

/**
 * Several lists of marks as one, in the order of time. Within a list the order stands: a mark without a time, or whose clock
 * was set back, stays behind the one before it. Of equal times, the earlier list comes first.
 */
export function orderMarks(lists: readonly (readonly TimelineMark[])[]): readonly TimelineMark[] {
  const dated = lists.flatMap((list) => {
    let newest = "";
    return list.map((mark) => {
      if (mark.at !== null && mark.at > newest) newest = mark.at;
      return { mark, at: newest };
    });
  });
  return dated.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ mark }) => mark);
}

/** Positions of failures, for jumping. */
export function findFailures(marks: readonly TimelineMark[]): Timeline["failures"] {
  return marks.flatMap(({ outcome, lane }, at) => (outcome === "failed" || lane === "cut" ? [at] : []));
}
