import type { WorkbenchSnapshot } from "../snapshot.ts";
import type { AcceptanceEntry, Verdict, Verification } from "../verification.ts";
import { collectAcceptance } from "./collect-acceptance.ts";
import { indexEvidence } from "./find-evidence.ts";
import { findLastKnownGood } from "./find-last-known-good.ts";
import { judgeCommand } from "./judge-command.ts";

/**
 * The verdict on the present scene, from recorded commands alone: what reports, reviews or people say about it
 * does not enter. Without a command there is nothing to judge, and the verdict is `absent`, never green.
 */
export function verify(snapshot: WorkbenchSnapshot): Verification {
  const entries = collectAcceptance(snapshot.config, snapshot.workbench, snapshot.taskId);
  const evidence = indexEvidence(snapshot.feedback);
  const scene = { tree: snapshot.scene.tree, reasons: snapshot.scene.reasons, evidence };
  const commands = entries.filter(isRunnable).map((entry) => judgeCommand(entry, scene));
  return {
    verdict: worstVerdict(commands.map((command) => command.state)),
    commands,
    manual: entries.filter((entry) => entry.command === null).map((entry) => entry.text),
    ...findLastKnownGood(snapshot, entries, evidence),
  };
}

function isRunnable(entry: AcceptanceEntry): entry is AcceptanceEntry & { readonly command: string } {
  return entry.command !== null;
}

const worstFirst: readonly Exclude<Verdict, "absent">[] = ["failed", "weak", "unknown", "not_run", "stale", "passed"];

export function worstVerdict(states: readonly Exclude<Verdict, "absent">[]): Verdict {
  return worstFirst.find((state) => states.includes(state)) ?? "absent";
}
