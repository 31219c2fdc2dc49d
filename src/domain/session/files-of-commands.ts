import { listSimpleCommands } from "../feedback/shell/list-simple-commands.ts";
import type { FeedbackRecord } from "../workbench.ts";

/** A word of a command that may name a file. */
export interface NamedFile {
  /** Absolute, or relative to the root of the repository; it may lead out of it, or name nothing. */
  readonly path: string;
  readonly at: string | null;
}

const mostCommands = 600;
/** Half of them may name nothing. */
const mostWords = 200;
const mostPerCommand = 12;
/** Longer words are data. */
const longestPath = 1_000;
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
  const named = new Map<string, NamedFile>();
  const own = records.filter((record) => record.sessionId === sessionId).slice(-mostCommands);
  for (const record of own.reverse()) {
    for (const path of namedIn(record, join)) {
      if (!named.has(path)) named.set(path, { path, at: record.startedAt });
    }
    if (named.size >= mostWords) break;
  }
  return [...named.values()];
}

function namedIn({ command, cwd }: FeedbackRecord, join: (folder: string, path: string) => string): readonly string[] {
  let folder = cwd ?? "";
  const paths = new Set<string>();
  for (const [program, ...words] of listSimpleCommands(command).list) {
    const [first] = words;
    if (program === "cd" && first !== undefined && !noPath.test(first)) folder = join(folder, first);
    else
      for (const word of words)
        if (word.length <= longestPath && !noPath.test(word))
          paths.add(join(folder, word.replace(/:\d+(?::\d+)?$/, "")));
  }
  return [...paths].slice(0, mostPerCommand);
}
