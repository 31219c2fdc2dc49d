import { lstatSync } from "node:fs";
import { type Content, readContents } from "./read-content.ts";
import type { KeptContent, SceneMemory } from "./scene-memory.ts";

export interface RecallOptions {
  /** Top of the work tree. */
  readonly root: string;
  readonly memory: SceneMemory["contents"];
  readonly limitMs: number;
}

/**
 * A file that was changed so shortly before it was read may change again within the same tick of the file system's clock:
 * then its mark would stay. git calls such entries racy. Milliseconds; some systems count whole seconds.
 */
const racyMs = 3_000;
/** More are read again each time: a memory of megabytes costs more than it saves. */
const most = 3_000;

/** Contents in the order given; a file whose mark is that of its last reading is not read again. */
export async function recallContents(paths: readonly Buffer[], options: RecallOptions): Promise<readonly Content[]> {
  const { root, memory, limitMs } = options;
  if (memory === undefined) return readContents(paths, limitMs);
  const top = Buffer.byteLength(root) + 1;
  const names = paths.map((path) => path.toString("latin1", top));
  const kept = new Map((memory.get(root) ?? []).map((one) => [one.path, one]));
  const recalled = paths.map((path, at) => recall(path, kept.get(names[at] ?? "")));
  const open = paths.filter((_, at) => recalled[at] === null);
  if (open.length === 0 && kept.size === paths.length) return recalled.filter((one) => one !== null);
  const now = Date.now();
  const read = (await readContents(open, limitMs)).values();
  const contents = recalled.map((one) => one ?? read.next().value ?? readingEnded());
  memory.set(root, contents.flatMap((content, at) => keep(names[at] ?? "", content, now)).slice(0, most));
  return contents;
}

function recall(path: Buffer, kept: KeptContent | undefined): Content | null {
  if (kept === undefined) return null;
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile()) return null;
  const { mtimeNs, ctimeNs, size, ino } = stat;
  if (kept.mark !== markOf({ mtimeNs, ctimeNs, size, ino })) return null;
  return { kind: "file", problem: null, stamp: { mtimeNs, ctimeNs, size, ino }, ...kept.content };
}

function keep(path: string, { kind, stamp, problem, ...content }: Content, now: number): KeptContent[] {
  if (kind !== "file" || stamp === null || problem !== null || content.digest === null) return [];
  const newest = stamp.mtimeNs > stamp.ctimeNs ? stamp.mtimeNs : stamp.ctimeNs;
  if (Number(newest / 1_000_000n) > now - racyMs) return [];
  return [{ path, mark: markOf(stamp), content }];
}

/** The time of the last change to the inode cannot be set by anybody. */
function markOf({ mtimeNs, ctimeNs, size, ino }: NonNullable<Content["stamp"]>): string {
  return `${mtimeNs} ${ctimeNs} ${size} ${ino}`;
}

function readingEnded(): never {
  throw new RangeError("fewer contents than paths");
}
