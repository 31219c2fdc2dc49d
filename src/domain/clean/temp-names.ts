import { isTakenOut, matchesAny } from "../glob.ts";
import { isForeignText } from "./path-kinds.ts";

/** What editors, merges, shells and hurried people leave behind: file names. */
const tempNames: readonly RegExp[] = [
  /\.(?:bak\d?|backup|old|tmp|temp|sw[opn])$/i,
  /~$|^#.*#$|^\.#|^~\$|^\.~lock\./,
  /^(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/,
  /[._-]tmp\.|^tmp[_-].*\./,
  /^scratch(?:$|[._-]|\d)|^scratchpad\./i,
  /^_debug[._]|^debug\.(?:log|txt)$|^debug[_-]output\./,
  /^test[_-]output\./,
  /^nohup\.out$|^core\.\d+$|\.stackdump$/,
  /\.(?:hprof|heapsnapshot|cpuprofile|dmp)$/,
  /^(?:npm|yarn|pnpm|lerna)-(?:debug|error)\.log/,
  /\.py[co]$/,
  /^Untitled\d*\.ipynb$| copy\.\w+$| \(copy\)\.\w+$/,
];

const tempFolder = /(?:^|\/)(?:\.?tmp|temp|scratch|__pycache__|\.ipynb_checkpoints)\//;
const rejectName = /\.(?:rej|orig)$/;

export type TempKind = "temp" | "reject";

/** `own`: globs of the config; `!glob` takes a name out. Test data may carry any name. */
export function tempKindOf(path: string, own: readonly string[]): TempKind | null {
  if (isTakenOut(own, path)) return null;
  if (matchesAny(own, path)) return "temp";
  if (isForeignText(path)) return null;
  if (rejectName.test(path)) return "reject";
  const name = path.slice(path.lastIndexOf("/") + 1);
  return tempFolder.test(path) || tempNames.some((pattern) => pattern.test(name)) ? "temp" : null;
}
