import type { SessionFacts } from "../session/session-facts.ts";
import { markText } from "./mark-text.ts";
import type { TimelineMark } from "./view-model.ts";

export interface SessionEnd {
  /** The client said that it ended. */
  readonly told: boolean;
  /** Its process lives. */
  readonly alive: boolean;
}

/**
 * The moment at which a session ended without a word: a turn, or a call, is open and nobody lives who could end it. The text
 * is what was running; "" where nothing was. null for a session that ended, or goes on. `facts` are redacted.
 */
export function cutMark(
  facts: Pick<SessionFacts, "openCalls" | "turnOpen" | "lastAt">,
  end: SessionEnd,
): TimelineMark | null {
  const { openCalls, turnOpen, lastAt } = facts;
  if (end.told || end.alive || (turnOpen !== true && openCalls.length === 0)) return null;
  const call = openCalls.at(-1);
  const command = call?.command ?? call?.name ?? "";
  const text = markText(typeof command === "string" ? command : command.join(" "));
  return { lane: "cut", at: lastAt, text, outcome: null, exitCode: null, error: null };
}
