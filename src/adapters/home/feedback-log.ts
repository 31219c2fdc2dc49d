import { statSync } from "node:fs";
import type { Damage } from "../../domain/workbench.ts";
import { appendLines } from "../durable/append-line.ts";
import type { HomeFolder } from "./home-folder.ts";
import { readNames } from "./read-file.ts";
import { readLines, type LogLine } from "./read-lines.ts";

/** Lines of one segment; `path` is what a packet may point at. */
interface FeedbackSegment {
  readonly path: string;
  readonly lines: readonly LogLine[];
}

/**
 * The home's feedback, as raw lines in segments of about 8 MB. A segment is never renamed, cut or removed, so a
 * writer that still holds the one before loses nothing: its line lands there, and readers read all of them.
 */
export interface FeedbackLog {
  /** One line without its line feed, durable when it returns. */
  readonly append: (line: string) => void;
  /** The same for many. */
  readonly appendAll: (lines: readonly string[]) => void;
  /** Oldest segment first. `newest` reads only that many of the newest; the others are named in `left`. */
  readonly read: (options?: { readonly newest: number }) => {
    readonly segments: readonly FeedbackSegment[];
    readonly left: readonly string[];
    readonly damage: readonly Damage[];
  };
}

const segmentName = /^\d{4,}\.jsonl$/;

export function createFeedbackLog(folder: HomeFolder, segmentBytes: number = 8 * 1024 * 1024): FeedbackLog {
  const appendAll = (lines: readonly string[]): void => {
    if (lines.length === 0) return;
    folder.keep(() => {
      folder.prepare("feedback");
      appendLines(folder.at("feedback", chooseSegment(folder, segmentBytes)), lines);
    });
  };
  return {
    append: (line) => appendAll([line]),
    appendAll,
    read: (options) => {
      const { names, unreadable } = listSegments(folder);
      const paths = names.map((name) => `feedback/${name}`);
      const from = options === undefined ? 0 : Math.max(0, paths.length - options.newest);
      const damage: Damage[] =
        unreadable === null ? [] : [{ path: "home:feedback", code: "unreadable", place: null, detail: unreadable }];
      const segments = paths.slice(from).map((path) => {
        const log = readLines(folder, path);
        damage.push(...log.damage);
        return { path: `home:${path}`, lines: log.lines };
      });
      return { segments, left: paths.slice(0, from).map((path) => `home:${path}`), damage };
    },
  };
}

/** The newest segment while it has room, else the number after it. Two writers may choose differently: both are read. */
function chooseSegment(folder: HomeFolder, segmentBytes: number): string {
  const newest = listSegments(folder).names.at(-1);
  if (newest === undefined) return segment(1);
  const size = statSync(folder.at("feedback", newest), { throwIfNoEntry: false })?.size ?? 0;
  return size < segmentBytes ? newest : segment(Number.parseInt(newest, 10) + 1);
}

function segment(number: number): string {
  return `${String(number).padStart(4, "0")}.jsonl`;
}

function listSegments(folder: HomeFolder): { readonly names: readonly string[]; readonly unreadable: string | null } {
  const { names, unreadable } = readNames(folder.at("feedback"));
  const segments = names.filter((name) => segmentName.test(name));
  return { names: segments.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)), unreadable };
}
