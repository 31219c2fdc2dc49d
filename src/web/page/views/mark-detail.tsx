import type { JSX } from "preact";
import type { TimelineMark } from "../../../domain/view/view-model.ts";
import { Chip } from "../parts/chip.tsx";
import { Icon } from "../parts/icon.tsx";
import { Said } from "../parts/shown.tsx";
import { Time } from "../parts/time.tsx";
import { outcomeLooks } from "../parts/tones.ts";
import { usePage } from "../state/page-context.ts";

export function MarkDetail({ mark }: { readonly mark: TimelineMark }): JSX.Element {
  const { words } = usePage();
  const { lane, at, text, outcome, exitCode, error } = mark;
  return (
    <section class="card" aria-label={words.timeline.detail}>
      <h2>
        <Icon name={lane} /> {words.lanes[lane]}
      </h2>
      <p>
        <Time at={at} /> {outcome === null ? null : <Chip {...outcomeLooks[outcome]}>{words.outcomes[outcome]}</Chip>}
      </p>
      <p class="mark-whole">
        <Said text={text} />
      </p>
      {exitCode === null ? null : (
        <p>
          {words.packet.exit} <code>{exitCode}</code>
        </p>
      )}
      {error === null ? null : (
        <p>
          {words.timeline.error}
          {words.frame.colon}
          <Said text={error} />
        </p>
      )}
    </section>
  );
}
