import type { BlockingCode, CleanIssue, WarningCode } from "../clean-state.ts";
import type { WorkbenchSnapshot } from "../snapshot.ts";
import type { Verification } from "../verification.ts";

/** One thing a rule found, and whether it stands in the way of a packet. */
export interface Found {
  readonly blocking: boolean;
  readonly issue: CleanIssue;
}

/** Looks at one side of the scene. Suggestions never tell anybody to throw work away. */
export type Rule = (snapshot: WorkbenchSnapshot, verification: Verification) => readonly Found[];

export function block(issue: CleanIssue & { readonly code: BlockingCode }): Found {
  return { blocking: true, issue };
}

export function warn(issue: CleanIssue & { readonly code: WarningCode }): Found {
  return { blocking: false, issue };
}

/** The first `limit` of the list in words, and how many more there are. */
export function nameSome(names: readonly string[], limit: number): string {
  const shown = names.slice(0, limit).join(", ");
  return names.length > limit ? `${shown} and ${names.length - limit} more` : shown;
}

/** A line of somebody's file, short enough for a message; cut between characters. */
export function excerpt(line: string): string {
  const chars = [...line.trim()];
  return chars.length > 80 ? `${chars.slice(0, 79).join("")}…` : chars.join("");
}
