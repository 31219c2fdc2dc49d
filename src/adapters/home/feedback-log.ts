import { statSync } from "node:fs";
import type { Damage } from "../../domain/workbench.ts";
import { appendLines } from "../durable/append-line.ts";
import type { HomeFolder } from "./home-folder.ts";
import { readNames, readPart } from "./read-file.ts";
import { readLines, type LogLine, type LogLines } from "./read-lines.ts";
import { createSegmentDigest, type SegmentDigest } from "./segment-digests.ts";

/** Lines of one segment; `path` is what a packet may point at. */
interface FeedbackSegment {
  readonly path: string;
  readonly lines: readonly LogLine[];
}

/** One segment that is read when it is asked for. */
export interface FeedbackPart {
  readonly path: string;
  readonly read: () => LogLines;
  /** Text of so many bytes at a place; null when they are not there. */
  readonly readText: (place: { readonly start: number; readonly length: number }) => string | null;
  /** What was made of it; null for the newest segment, which grows. `under`: what else it follows from. */
  readonly digest: ((under: string) => SegmentDigest) | null;
}

/**
 * The home's feedback, as raw lines in segments of about 1 MB: the newest is read whole by every command that judges.
 * A segment is never renamed, cut or removed, so a writer that still holds the one before loses nothing: its line lands
 * there, and readers read all of them.
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
  /** The same, oldest first, with nothing read yet. */
  readonly parts: () => { readonly parts: readonly FeedbackPart[]; readonly damage: readonly Damage[] };
}

const segmentName = /^\d{4,}\.jsonl$/;

export function createFeedbackLog(folder: HomeFolder, segmentBytes: number = 1024 * 1024): FeedbackLog {
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
      const damage = [...damageOf(unreadable)];
      const segments = paths.slice(from).map((path) => {
        const log = readLines(folder, path);
        damage.push(...log.damage);
        return { path: `home:${path}`, lines: log.lines };
      });
      return { segments, left: paths.slice(0, from).map((path) => `home:${path}`), damage };
    },
    parts: () => {
      const { names, unreadable } = listSegments(folder);
      const newest = names.length - 1;
      const parts = names.map((name, at) => ({
        path: `home:feedback/${name}`,
        read: () => readLines(folder, `feedback/${name}`),
        readText: (place: { readonly start: number; readonly length: number }) =>
          readPart(folder.at("feedback", name), place),
        digest: at === newest ? null : (under: string) => createSegmentDigest(folder, name, under),
      }));
      return { parts, damage: damageOf(unreadable) };
    },
  };
}

function damageOf(unreadable: string | null): readonly Damage[] {
  return unreadable === null ? [] : [{ path: "home:feedback", code: "unreadable", place: null, detail: unreadable }];
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
