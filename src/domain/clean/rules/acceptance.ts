import { openNotes } from "../../generate/own-notes.ts";
import type { WorkbenchSnapshot } from "../../snapshot.ts";
import type { CommandState, Verification } from "../../verification.ts";
import type { FeedbackRecord } from "../../workbench.ts";
import { quoteCommand } from "../../feedback/quote-command.ts";
import { treeOf } from "../../verification/find-evidence.ts";
import { whyNotStarted } from "../did-not-start.ts";
import { namesCommand } from "../names-command.ts";
import { block, warn, type Found } from "../rule.ts";

/** Red work blocks unless somebody named it; work without current evidence is only said. */
export function checkAcceptance(snapshot: WorkbenchSnapshot, verification: Verification): readonly Found[] {
  const named = namingTexts(snapshot);
  return [
    ...verification.commands.filter((command) => command.state === "failed").map((command) => judgeRed(command, named)),
    ...checkStart(snapshot, verification),
    ...verification.commands.filter((command) => !["failed", "passed"].includes(command.state)).map(showNotRun),
  ];
}

/** Where somebody may have said that a command is red: risks, blockers, the next action. */
function namingTexts(snapshot: WorkbenchSnapshot): readonly string[] {
  const { state } = snapshot.workbench;
  return [
    ...(["risk", "block", "next"] as const).flatMap((kind) => openNotes(snapshot, kind).map((note) => note.text)),
    ...(state?.blockers ?? []),
    ...(state === null || state.nextAction === null ? [] : [state.nextAction]),
  ];
}

function judgeRed(command: CommandState, named: readonly string[]): Found {
  const detail = `${command.command} is red: ${command.why}`;
  if (named.some((text) => namesCommand(text, command.command))) {
    return warn({
      code: "acceptance_red",
      detail,
      suggestion: "begin the next session with it: it is named and still red",
    });
  }
  return block({
    code: "acceptance_red",
    detail,
    suggestion: `make it pass, or name it: passdown note risk "${command.command}: WHY IT IS RED"`,
  });
}

function showNotRun(command: CommandState): Found {
  return warn({
    code: "acceptance_not_run",
    detail: `${command.command}: ${command.state.replaceAll("_", " ")}: ${command.why}`,
    suggestion:
      command.state === "weak" || command.state === "unknown"
        ? "run it so that its exit code can fail and counts: passdown exec -- COMMAND"
        : "passdown verify --run",
  });
}

/**
 * Tests that break before the first of them ran, on the present tree. Without acceptance commands the newest run of
 * a test runner stands in; any other command that does not start proves nothing about the work.
 */
function checkStart(snapshot: WorkbenchSnapshot, verification: Verification): readonly Found[] {
  const { tree } = snapshot.scene;
  if (tree === null) return [];
  const here = snapshot.feedback.filter((record) => treeOf(record) === tree);
  const ids = new Set(verification.commands.map((command) => command.evidence));
  const candidates =
    verification.commands.length > 0
      ? here.filter((record) => ids.has(record.id))
      : [here.findLast((record) => isTestRun(record))].filter((record) => record !== undefined);
  return candidates.flatMap((record) => {
    const why = whyNotStarted(record);
    if (why === null) return [];
    return [
      block({
        code: "tests_do_not_start",
        detail: `${quoteCommand(record.command)}: ${why}`,
        suggestion: "repair the set-up first: the next session cannot trust a run that breaks before its first test",
      }),
    ];
  });
}

function isTestRun(record: FeedbackRecord): boolean {
  return (
    record.testResult !== null ||
    /(?:^|[\s/])(?:pytest|py\.test|jest|vitest|mocha|ava|rspec|phpunit|ctest|tox|nox)\b|\btest\b/.test(
      quoteCommand(record.command),
    )
  );
}
