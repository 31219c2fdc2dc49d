import type { Reason } from "../../domain/decision.ts";
import { data, filePath, join, tone, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import type { Words } from "../words/words.ts";
import { decisionMarks } from "./marks.ts";
import { renderItem } from "./rows.ts";
import type { TerminalStyle } from "./style.ts";

const pathsShown = 5;

/** They do not stand in the way, and they are nothing to tick off either. */
const absent: ReadonlySet<string> = new Set(["verification_absent", "verification_failed"]);

/** Each reason with its code, its concrete detail and, where it stands in the way, what to do. */
export function renderReasons(reasons: readonly Reason[], style: TerminalStyle): string[] {
  const { words } = style;
  return reasons.flatMap((reason) => {
    const symbol = absent.has(reason.code) ? "–" : decisionMarks[reason.decision][0];
    const { says, todo, keep } = words.reasons[reason.code];
    const lines = [
      renderItem(symbol, [word(`${says} `), tone("dim", word(`[${reason.code}]`))], style),
      renderItem(" ", [data(reason.detail), ...describePaths(reason, words)], style),
    ];
    if (reason.decision === "proceed") return lines;
    lines.push(renderItem(" ", [word(`→ ${todo}`)], style));
    if (keep !== undefined) lines.push(renderItem(" ", [word(`→ ${keep}`)], style));
    return lines;
  });
}

function describePaths({ paths = [], detail }: Reason, words: Words): Inline[] {
  const others = paths.filter((path) => !detail.includes(path));
  if (others.length === 0) return [];
  const shown = others.slice(0, pathsShown).map((path): Inline[] => [filePath(path)]);
  if (others.length > pathsShown) shown.push(say(words.common.more, { n: others.length - pathsShown }));
  return [word(words.colon), ...join(shown, words.comma)];
}
