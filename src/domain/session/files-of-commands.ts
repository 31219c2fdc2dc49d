import { listSimpleCommands } from "../feedback/shell/list-simple-commands.ts";
import type { FeedbackRecord } from "../workbench.ts";

/** A word of a command that may name a file. */
export interface NamedFile {
  /** Absolute, or relative to the root of the repository; it may lead out of it, or name nothing. */
  readonly path: string;
  readonly at: string | null;
}

const mostCommands = 60;
const mostPerCommand = 12;
/** What no path that is written out holds: patterns, expansions, redirections. */
const noPath = /[\s'"*?{}$<>|;`()[\]]|:\/\/|^-|^\d+(?:,\d+)?p?$/;

/**
 * What the newest commands of a session were given as files, newest first: `sed -n 1,80p src/a.ts` reads a file as much
 * as a tool for reading does. Whether a word names a file only the work tree knows.
 */
export function filesOfCommands(
  records: readonly FeedbackRecord[],
  sessionId: string,
  join: (folder: string, path: string) => string,
): readonly NamedFile[] {
  return records
    .filter((record) => record.sessionId === sessionId)
    .slice(-mostCommands)
    .reverse()
    .flatMap((record) => namedIn(record, join).map((path) => ({ path, at: record.startedAt })));
}

function namedIn({ command, cwd }: FeedbackRecord, join: (folder: string, path: string) => string): readonly string[] {
  let folder = cwd ?? "";
  const paths = new Set<string>();
  for (const [program, ...words] of listSimpleCommands(command).list) {
    const [first] = words;
    if (program === "cd" && first !== undefined && !noPath.test(first)) folder = join(folder, first);
    else for (const word of words) if (!noPath.test(word)) paths.add(join(folder, word.replace(/:\d+(?::\d+)?$/, "")));
  }
  return [...paths].slice(0, mostPerCommand);
}
