import { openNotes } from "../../generate/own-notes.ts";
import type { Note } from "../../home.ts";
import type { DirtyFile } from "../../scene.ts";
import type { WorkbenchSnapshot } from "../../snapshot.ts";
import { block, nameSome, warn, type Found } from "../rule.ts";

const namedFiles = 20;

/**
 * Work that is neither committed nor declared intentional. Untracked files that lay there with the same content when
 * the session began are the user's: named, never blamed. A tracked file that was changed before is half-applied work
 * all the same, whoever began it.
 */
export function checkUncommittedWork(snapshot: WorkbenchSnapshot): readonly Found[] {
  const dirty = snapshot.scene.dirty.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const before = new Map(snapshot.session.baseline?.dirty);
  const isUnchanged = (file: DirtyFile): boolean => before.has(file.path) && before.get(file.path) === file.sha256;
  const isForeign = (file: DirtyFile): boolean => file.status === "untracked" && isUnchanged(file);
  const foreign = dirty.filter(isForeign).map((file) => showForeign(file.path));
  const own = dirty.filter((file) => !isForeign(file));
  if (own.length === 0) return foreign;

  const notes = openNotes(snapshot, "keep");
  const covering = notes.findLast((note) => findVoiding(note, dirty) === null);
  if (covering !== undefined) return [showKept(covering, own), ...foreign];

  const voided = notes.at(-1);
  const rider = voided === undefined ? "" : `; ${findVoiding(voided, dirty)}`;
  const named = own.map((file) =>
    block({
      code: "uncommitted_changes",
      path: file.path,
      detail: `${file.path}: ${describe(file)}${isUnchanged(file) ? ", was already so when the session began" : ""}${rider}`,
      suggestion: "commit it, or declare it intentional: passdown note keep REASON",
    }),
  );
  return [...named, ...foreign];
}

function showForeign(path: string): Found {
  return warn({
    code: "untracked_files",
    path,
    detail: `${path}: untracked, and it lay there with this content when the session began`,
    suggestion: "leave it to whoever made it",
  });
}

function showKept(note: Note, files: readonly DirtyFile[]): Found {
  const paths = files.map((file) => file.path);
  return warn({
    code: "work_kept",
    detail: `${files.length} uncommitted ${files.length === 1 ? "file" : "files"} kept on purpose (${note.text}): ${nameSome(paths, namedFiles)}`,
    holder: note.author,
    suggestion: "go on from this content; any change to it voids the note",
  });
}

/** Why the note does not cover the present work, naming a file; null when it covers exactly this. */
function findVoiding(note: Note, dirty: readonly DirtyFile[]): string | null {
  const kept = new Map((note.kept ?? []).map(([path, sha256, mode]) => [path, { sha256, mode }] as const));
  const present = new Set(dirty.map((file) => file.path));
  const voidedBy = (path: string, what: string): string => `the keep note ${note.id} is void: ${path} ${what}`;
  for (const file of dirty) {
    const then = kept.get(file.path);
    if (then === undefined) return voidedBy(file.path, "was not part of it");
    if (then.sha256 !== file.sha256) return voidedBy(file.path, "has other content now");
    if (then.mode !== file.mode) return voidedBy(file.path, "has another mode now");
  }
  const gone = [...kept.keys()].find((path) => !present.has(path));
  return gone === undefined ? null : voidedBy(gone, "is no longer uncommitted");
}

function describe(file: DirtyFile): string {
  if (file.submodule !== null) {
    const parts = [
      file.submodule.commitChanged ? "another commit" : null,
      file.submodule.modified ? "modified content" : null,
      file.submodule.untracked ? "untracked content" : null,
    ].filter((part) => part !== null);
    return `submodule with ${parts.length === 0 ? "changes" : parts.join(", ")}`;
  }
  if (file.status === "untracked") return "untracked, made by this session";
  const from = file.from === null ? "" : ` from ${file.from}`;
  const where = file.staged ? (file.unstaged ? "in part staged" : "staged, not committed") : "not staged";
  return `${file.status.replaceAll("_", " ")}${from}, ${where}`;
}
