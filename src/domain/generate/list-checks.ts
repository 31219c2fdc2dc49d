import { judgeRecord } from "../feedback/judge-record.ts";
import { commandKey, quoteCommand } from "../feedback/quote-command.ts";
import type { Packet } from "../packet.ts";
import type { WorkbenchSnapshot } from "../snapshot.ts";
import { checksWork } from "../verification/checks-work.ts";
import type { FeedbackRecord } from "../workbench.ts";

const mostChecks = 5;

/** The newest run of each different test, build or lint that was seen, the newest five, oldest first. */
export function listChecks(snapshot: WorkbenchSnapshot, records: readonly FeedbackRecord[]): Packet["checks"] {
  const newest = new Map<string, FeedbackRecord>();
  for (const record of records) {
    if (!checksWork(record)) continue;
    const key = commandKey(record.command);
    newest.delete(key);
    newest.set(key, record);
  }
  return [...newest.values()].slice(-mostChecks).map((record) => {
    const { outcome, why } = judgeRecord(record);
    return {
      command: quoteCommand(record.command),
      outcome,
      why,
      exit_code: record.exitCode,
      at: record.startedAt,
      current: isCurrent(snapshot, record),
      evidence: record.id,
    };
  });
}

/**
 * Whether it ran on the work as it is: true only by the tree. Without one an edit that the session made later says
 * false, and the rest is not known.
 */
function isCurrent({ scene, told }: WorkbenchSnapshot, { tree, startedAt }: FeedbackRecord): boolean | null {
  if (tree !== null && scene.tree !== null) return tree === scene.tree;
  // A plan in the user's home is an edit too, but none of this work.
  const inside = (told.now?.edits ?? []).filter(({ path }) => !isAbsolute(path) || path.startsWith(`${scene.root}/`));
  const edited = inside.flatMap(({ lastAt }) => lastAt ?? []);
  return startedAt !== null && edited.some((at) => at > startedAt) ? false : null;
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path);
}
