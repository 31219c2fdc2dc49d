import type { JSX } from "preact";
import type { StepVerdict } from "../../../domain/runs/inspection.ts";
import { Icon, type IconName } from "../parts/icon.tsx";
import { usePage } from "../state/page-context.ts";

type Reach = "reached" | "doubt" | "notReached";

/** How far a step came: intent, effect, receipt. */
const reaches: Readonly<Record<StepVerdict, readonly [Reach, Reach, Reach]>> = {
  done: ["reached", "reached", "reached"],
  reuse: ["reached", "reached", "notReached"],
  probed_done: ["reached", "reached", "notReached"],
  absent: ["reached", "doubt", "notReached"],
  temp_only: ["reached", "doubt", "notReached"],
  half: ["reached", "doubt", "notReached"],
  unknown: ["reached", "doubt", "notReached"],
  altered: ["reached", "doubt", "doubt"],
  probed_not_done: ["reached", "notReached", "notReached"],
  not_done: ["reached", "notReached", "notReached"],
  not_started: ["notReached", "notReached", "notReached"],
};

const icons: Readonly<Record<Reach, IconName>> = { reached: "good", doubt: "unknown", notReached: "quiet" };

export function StepMachine({ verdict }: { readonly verdict: StepVerdict }): JSX.Element {
  const { runs } = usePage().words;
  const names = [runs.intent, runs.effect, runs.receipt];
  return (
    <ol class="step-machine">
      {reaches[verdict].map((reach, at) => (
        <li key={names[at]} class={reach} title={`${names[at] ?? ""}: ${runs[reach]}`}>
          <Icon name={icons[reach]} />
          <span class="hidden">{`${names[at] ?? ""}: ${runs[reach]}`}</span>
        </li>
      ))}
    </ol>
  );
}
