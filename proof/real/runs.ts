import type { RanCommand } from "../facts.ts";
import { hasCheck, isMasked, verdictOf, type Ended } from "./checks.ts";
import { errorLine, tellsError } from "./error-line.ts";
import { segmentsOf } from "./shell-text.ts";
import type { TruthEvent } from "./truth-event.ts";

/** A command that was started, with what is known of its end. */
export interface Run extends Ended {
  /** Places of its call and its last result among the events. */
  readonly began: number;
  readonly ended: number | null;
  readonly workdir: string | null;
}

const answering = /^(grep|egrep|fgrep|rg|ag|find|diff|cmp|test|\[|\[\[|which|pgrep|pidof|lsof|type|fd|ls|jq|ps)$/;
const answeringGit = /^git (diff|grep|merge-base|rev-parse|show-ref|config|check-ignore|ls-remote|cat-file)( |$)/;

/** Every command that ran, or may have run; not those that were rejected or blocked. */
export function runsOf(events: readonly TruthEvent[]): readonly Run[] {
  const results = new Map<string, { at: number; event: Extract<TruthEvent, { kind: "result" }> }>();
  for (const [at, event] of events.entries()) {
    if (event.kind === "result") results.set(event.id, { at, event });
  }
  return events.flatMap((event, began): readonly Run[] => {
    if (event.kind !== "call" || event.command === null || event.command.trim() === "") return [];
    const { command, workdir } = event;
    const result = results.get(event.id);
    if (result === undefined) return [{ command, workdir, began, ended: null, exit: null, failed: null, output: "" }];
    const { outcome, exit, output } = result.event;
    if (outcome === "not_run") return [];
    const ended = outcome === "unknown" ? null : result.at;
    const failed = outcome === "unknown" ? null : outcome === "failed";
    return [{ command, workdir, began, ended, output, exit, failed: failedOf({ command, exit, failed, output }) }];
  });
}

/** Null where the code belongs to another part of the line, is an answer such as "nothing found", or tells that somebody stopped it. */
function failedOf(ended: Ended): boolean | null {
  const { command, exit, failed, output } = ended;
  if (failed === true && (exit === 130 || exit === 143)) return null;
  if (failed === true) return (exit === 1 || exit === null) && isAnswer(command) && !tellsError(output) ? null : true;
  if (failed === false && isMasked(command)) return hasCheck(command) && verdictOf(ended) === "failed" ? true : null;
  return failed;
}

function isAnswer(command: string): boolean {
  return segmentsOf(command).some(({ words }) => answering.test(words[0] ?? "") || answeringGit.test(words.join(" ")));
}

export function ranCommand(run: Run, lastWrite: number): RanCommand {
  const { command, exit, failed, output } = run;
  const error = failed === true ? errorLine(output, exit) : null;
  return { command, exit, failed, error, staleAfter: lastWrite > (run.ended ?? run.began) };
}

/** Blanks do not make another command. */
export function sameCommand(command: string): string {
  return command.replace(/\s+/g, " ").trim();
}
