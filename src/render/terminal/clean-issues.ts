import type { CleanIssue } from "../../domain/clean-state.ts";
import { data, filePath, tone, word, type Inline } from "../document/inline.ts";
import { aside } from "../parts.ts";
import { say } from "../document/say.ts";
import { renderItem } from "./rows.ts";
import type { TerminalStyle } from "./style.ts";

/** What is not clean: what, where, who holds it, and a way out that destroys nothing. */
export function renderIssues(issues: readonly CleanIssue[], mark: string, style: TerminalStyle): string[] {
  const { words } = style;
  return issues.flatMap((issue) => {
    const { says, todo } = words.cleanCodes[issue.code];
    const facts: Inline[] = [data(issue.detail)];
    if (issue.path !== undefined && !issue.detail.includes(issue.path))
      facts.push(...aside([filePath(issue.path)], words));
    if (issue.holder !== undefined)
      facts.push(word(words.comma), ...say(words.handoff.heldBy, { holder: data(issue.holder) }));
    const suggestion = words.language === "en" && issue.suggestion !== "" ? data(issue.suggestion) : word(todo);
    return [
      renderItem(mark, [word(`${says} `), tone("dim", word(`[${issue.code}]`))], style),
      renderItem(" ", facts, style),
      renderItem(" ", [word("→ "), suggestion], style),
    ];
  });
}
