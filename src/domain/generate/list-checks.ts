import { commandPlace } from "../feedback/failure-key.ts";
import { judgeRecord } from "../feedback/judge-record.ts";
import { quoteCommand } from "../feedback/quote-command.ts";
import { listSimpleCommands } from "../feedback/shell/list-simple-commands.ts";
import type { CheckedContent, PacketCheck } from "../packet.ts";
import type { WorkbenchSnapshot } from "../snapshot.ts";
import { checksWork } from "../verification/checks-work.ts";
import { treeOf } from "../verification/find-evidence.ts";
import type { FeedbackRecord } from "../workbench.ts";

const mostChecks = 5;

/** The newest run of each different test, build or lint in its folder that was seen, the newest five, oldest first. */
export function listChecks(snapshot: WorkbenchSnapshot, records: readonly FeedbackRecord[]): readonly PacketCheck[] {
  const newest = new Map<string, FeedbackRecord>();
  for (const record of records) {
    if (!checksWork(record) || ranElsewhere(record, snapshot.scene.root)) continue;
    const key = commandPlace(record);
    newest.delete(key);
    newest.set(key, record);
  }
  return [...newest.values()].slice(-mostChecks).map((record) => {
    const { outcome, why } = judgeRecord(record);
    return {
      command: quoteCommand(record.command),
      cwd: record.cwd,
      outcome,
      why,
      exit_code: record.exitCode,
      at: record.startedAt,
      current: contentOf(snapshot, record),
      evidence: record.id,
    };
  });
}

/** Options by which a tool is sent to another folder. */
const folderOption = /^(?:-C|--(?:prefix|dir|cwd|directory|manifest-path|project|work-tree|root))(?:=|$)/;

/** A command that leads out of the work tree says nothing of this work. */
function ranElsewhere({ command, cwd }: FeedbackRecord, root: string): boolean {
  if (cwd !== null && isAbsolute(cwd) && !isInside(cwd, root)) return true;
  return listSimpleCommands(command).list.some(([program, ...words]) =>
    words.some((word, at) => {
      const [option = "", value] = word.split("=", 2);
      const sent =
        program === "cd" ||
        folderOption.test(words[at - 1] ?? "") ||
        (value !== undefined && folderOption.test(option));
      const path = value !== undefined && folderOption.test(option) ? value : word;
      return sent && isAbsolute(path) && path !== root && !isInside(path, root);
    }),
  );
}

/**
 * On what it ran: the present content only by the tree. An edit that this session made after the run says that it ran
 * before; another tree says no more than that it was another; without a tree the rest is not known.
 */
function contentOf(snapshot: WorkbenchSnapshot, record: FeedbackRecord): CheckedContent {
  const tree = treeOf(record);
  const present = snapshot.scene.tree;
  if (tree !== null && tree === present) return "this_content";
  if (isEditedSince(snapshot, record)) return "before_changes";
  return tree !== null && present !== null ? "other_content" : "unknown";
}

/** Of a run that tells no end nobody knows whether an edit came after it. */
function isEditedSince({ scene, told }: WorkbenchSnapshot, { startedAt, durationMs }: FeedbackRecord): boolean {
  const end = startedAt === null || durationMs === null ? NaN : Date.parse(startedAt) + durationMs;
  return (told.now?.edits ?? []).some(
    ({ path, lastAt }) => lastAt !== null && Date.parse(lastAt) > end && isInside(path, scene.root),
  );
}

/** A plan in the user's home is an edit too, but none of this work. */
function isInside(path: string, root: string): boolean {
  return isAbsolute(path) ? path.startsWith(`${root}/`) : !/^\.\.(?:[\\/]|$)/.test(path);
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path);
}
