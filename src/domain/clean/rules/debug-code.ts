import type { WorkbenchSnapshot } from "../../snapshot.ts";
import type { AddedLines } from "../../scene.ts";
import { matchesAny } from "../../glob.ts";
import { isDebugComment } from "../debug-comments.ts";
import { debugPatterns, printCalls, type DebugPattern } from "../debug-patterns.ts";
import { isDebugOutput } from "../is-debug-output.ts";
import { languageOf, type Family, type Language } from "../languages.ts";
import { maskLines, type MaskedLine } from "../mask-lines.ts";
import { isCliPath, isExamplePath, isForeignText, isLibraryPath, isTestPath } from "../path-kinds.ts";
import { block, excerpt, type Found } from "../rule.ts";

/** Debug statements among the lines that the work added: one issue a file. */
export function checkDebugCode(snapshot: WorkbenchSnapshot): readonly Found[] {
  const { work, config } = snapshot;
  const own = config.clean.debugCode.map(toRegExp);
  const hits = new Map<string, string[]>();
  for (const run of work.added) {
    if (matchesAny(config.clean.debugAllowedIn, run.path)) continue;
    const found = findDebugCode(run, own);
    if (found.length > 0) hits.set(run.path, [...(hits.get(run.path) ?? []), ...found]);
  }
  return [...hits].map(([path, found]) =>
    block({
      code: "debug_code",
      path,
      detail: `${path}: ${found.slice(0, 3).join("; ")}${found.length > 3 ? `; and ${found.length - 3} more` : ""}`,
      suggestion: "take the statement out, or allow the file in the config (debugAllowedIn)",
    }),
  );
}

/** Longer ones are data or the output of a build. */
const longestLine = 500;

/** Each debug statement of the run as "line N: what: text". */
export function findDebugCode(run: AddedLines, own: readonly RegExp[]): readonly string[] {
  if (isForeignText(run.path)) return [];
  const language = languageOf(run.path);
  if (language === null) {
    return run.lines.flatMap((line, at) => (isOwn(line, own) ? [describe(run, at, "own rule")] : []));
  }
  const place = placeOf(run.path, language);
  return maskLines(run.lines, language).flatMap((line, at) => {
    if (line.original.length > longestLine) return [];
    const what = isOwn(line.original, own) ? "own rule" : nameDebugCode(line, place);
    return what === null ? [] : [describe(run, at, what)];
  });
}

/** What the path of a file says about the lines in it. */
interface Place {
  readonly family: Family;
  readonly patterns: readonly DebugPattern[];
  readonly mayPrint: boolean;
  readonly inLibrary: boolean;
}

function placeOf(path: string, { family }: Language): Place {
  const isTest = isTestPath(path);
  const mayPrint = isTest || isExamplePath(path);
  const patterns = debugPatterns.filter(
    ({ families, only }) =>
      families.includes(family) && !(only === "print" && mayPrint) && !(only === "focus" && !isTest),
  );
  return { family, patterns, mayPrint, inLibrary: isLibraryPath(path) && !isCliPath(path) };
}

function nameDebugCode(line: MaskedLine, { family, patterns, mayPrint, inLibrary }: Place): string | null {
  const pattern = patterns.find((one) => one.pattern.test(line.code));
  if (pattern !== undefined) return pattern.what;
  const call = mayPrint ? null : (printCalls[family]?.exec(line.code) ?? null);
  if (call !== null) {
    const rest = line.original.slice(call.index + call[0].length);
    // Errors and warnings are printed by libraries too.
    const mayDump = inLibrary && !/error|warn|info/.test(call[0]);
    if (isDebugOutput({ family, rest, inLibrary: mayDump })) return "debug print";
  }
  const marked =
    line.comment !== null && line.kind !== "doc" && isDebugComment(line.comment, /^\s*[^\s#]/.test(line.code));
  return marked ? "debug mark" : null;
}

function describe(run: AddedLines, at: number, what: string): string {
  return `line ${run.start + at}: ${what}: ${excerpt(run.lines[at] ?? "")}`;
}

function isOwn(line: string, own: readonly RegExp[]): boolean {
  return own.some((pattern) => pattern.test(line));
}

/** A rule that is no regular expression is looked for as plain text. */
function toRegExp(source: string): RegExp {
  try {
    return new RegExp(source, "u");
  } catch {
    return new RegExp(source.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"), "u");
  }
}
