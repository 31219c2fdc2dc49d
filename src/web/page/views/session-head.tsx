import type { JSX } from "preact";
import type { Timeline } from "../../../domain/view/view-model.ts";
import { Code, oneLine } from "../parts/shown.tsx";
import { Time } from "../parts/time.tsx";
import { usePage } from "../state/page-context.ts";

export function SessionHead({ timeline }: { readonly timeline: Timeline }): JSX.Element {
  const { words } = usePage();
  const { session, source } = timeline;
  return (
    <section class="card session-head" aria-label={words.packet.session}>
      <p>
        <Code text={session.sessionId} />{" "}
        {session.client === null ? null : <span class="tag">{oneLine(session.client)}</span>}{" "}
        <span class="muted">
          {oneLine(session.branch ?? words.frame.noBranch)} · {oneLine(session.topic)} ·{" "}
          {source === "transcript" ? words.timeline.fromTranscript : words.timeline.fromHome}
        </span>
      </p>
      <p>
        <Time at={session.startedAt} /> → <Time at={session.lastAt} />
        {session.counts === null ? null : <span class="muted"> · {words.timeline.counts(session.counts)}</span>}
      </p>
    </section>
  );
}
