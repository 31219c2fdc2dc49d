import type { Merger } from "./merging.ts";

/** Two things of ours in one file, the second behind the first. */
export function mergeBoth(first: Merger, second: Merger): Merger {
  return {
    isCurrent: (text) => first.isCurrent(text) && second.isCurrent(text),
    holdsOurs: (text) => first.holdsOurs(text) || second.holdsOurs(text),
    add: (text) => {
      const one = first.add(text);
      if (one.kind === "refused") return one;
      const both = second.add(one.text);
      if (both.kind === "refused") return both;
      return { ...both, edits: [...one.edits, ...both.edits], kept: [...one.kept, ...keptBefore(second, text)] };
    },
    strip: (text, was) => {
      const left = second.strip(text, { ...was, created: false });
      return typeof left === "string" ? first.strip(left, was) : left;
    },
    madeByHand: (text, edits) => first.madeByHand(text, edits) ?? second.madeByHand(text, edits),
  };
}

/** What the second one found that the first had not made. */
function keptBefore(merger: Merger, text: string | null): readonly string[] {
  if (text === null || merger.holdsOurs(text)) return [];
  const merged = merger.add(text);
  return merged.kind === "merged" ? merged.kept : [];
}
