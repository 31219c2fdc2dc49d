import type { Inspection, InspectedStep } from "../../domain/runs/inspection.ts";
import { rootFlag } from "../../domain/runs/root-flag.ts";
import { code, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import type { Words } from "../words/words.ts";

/** How the run was looked at: what is suggested next must find it again, and must not be what was just done. */
export interface RunView {
  readonly root: string | null;
  /** The probes were asked. */
  readonly probed: boolean;
  /** Name of the record that keeps this judgement; null: none does. */
  readonly record: string | null;
}

/** What whoever reads this can do, each in a sentence of its own, with commands that work as they stand. */
export function describeNext(inspection: Inspection, view: RunView, words: Words): readonly Inline[][] {
  const { run, reason, steps } = inspection;
  const { todo, next } = words.runs;
  const base = { run: code(run), root: code(rootFlag(view.root)) };
  const of = ({ key }: InspectedStep): Readonly<Record<string, Inline>> => ({ ...base, step: code(key) });
  const kept = { ...base, record: code(view.record ?? "") };
  switch (reason) {
    case "artifact_verified":
      return [view.record === null ? say(todo.artifact_verified, base) : say(next.recorded, kept)];
    case "nothing_in_doubt": {
      const keep = view.record === null ? say(todo.nothing_in_doubt, base) : say(next.check, kept);
      return [goOn(steps, { words, base, of }), keep];
    }
    case "effect_unknown":
      return steps
        .filter(inDoubt)
        .map((step) => say(!view.probed && step.probe.command !== null ? next.ask : next.settle, of(step)));
    case "evidence_incomplete_or_invalid": {
      const gone = steps.filter(({ verdict }) => verdict === "absent" || verdict === "temp_only");
      const asked = gone.filter(({ verdict, probe }) => verdict === "absent" && probe.command !== null && !view.probed);
      return [
        say(todo.evidence_incomplete_or_invalid, base),
        ...asked.map((step) => say(next.askAbsent, of(step))),
        ...gone.map((step) => say(next.settleAbsent, of(step))),
      ];
    }
    case "unsupported_state":
      return [hasFinished(inspection) ? [word(next.finished)] : say(todo.unsupported_state, base)];
    default:
      return [say(todo[reason], base)];
  }
}

/** Its work is complete and lies there: that there is nothing to recover is good news. */
export function hasFinished({ original_status: status, reason, steps }: Inspection): boolean {
  const complete = steps.every(({ verdict }) => verdict === "done" || verdict === "probed_done");
  return status === "finished" && reason === "unsupported_state" && complete;
}

function inDoubt({ verdict, may_retry: may }: InspectedStep): boolean {
  return verdict === "unknown" || (verdict === "probed_not_done" && !may);
}

interface Saying {
  readonly words: Words;
  readonly base: Readonly<Record<string, Inline>>;
  readonly of: (step: InspectedStep) => Readonly<Record<string, Inline>>;
}

function goOn(steps: readonly InspectedStep[], { words, base, of }: Saying): Inline[] {
  const { next } = words.runs;
  if (steps.length === 0) return say(next.begin, base);
  const again = steps.find(({ verdict }) => verdict === "not_done" || verdict === "probed_not_done");
  const fresh = steps.find(({ verdict }) => verdict === "not_started");
  if (again !== undefined) return say(next.retry, of(again));
  return fresh === undefined ? say(next.finish, base) : say(next.step, of(fresh));
}
