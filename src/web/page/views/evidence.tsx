import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { CommandRun, EvidenceView } from "../../../domain/view/view-model.ts";
import { Chip } from "../parts/chip.tsx";
import { Copyable } from "../parts/copyable.tsx";
import { Icon } from "../parts/icon.tsx";
import { Code, Hash, Said, visible } from "../parts/shown.tsx";
import { Time } from "../parts/time.tsx";
import { outcomeLooks } from "../parts/tones.ts";
import { usePage } from "../state/page-context.ts";
import type { Statement } from "./packet-sections.ts";
import { evidenceOf, isAssumed } from "./statements.tsx";

/** From a sentence to its source: record, command, exit code, output and the tree that it ran on. */
export function EvidenceDrawer(props: {
  readonly statement: Statement;
  readonly evidence: Readonly<Record<string, readonly EvidenceView[]>>;
  readonly onClose: () => void;
}): JSX.Element {
  const { words } = usePage();
  const { statement, evidence, onClose } = props;
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), [statement.pointer]);
  const found = evidenceOf(statement, evidence);
  return (
    <aside class="drawer" aria-labelledby="h-drawer">
      <div class="drawer-head">
        <h2 id="h-drawer" ref={head} tabIndex={-1}>
          {words.packet.evidenceFor}
        </h2>
        <button type="button" class="quiet-button" onClick={onClose} aria-label={words.frame.close}>
          <Icon name="close" />
        </button>
      </div>
      <blockquote>{statement.code ? <Code text={statement.text} /> : <Said text={statement.text} />}</blockquote>
      {isAssumed(statement, found.length > 0) ? (
        <p>
          <Chip tone="unknown" icon="unknown">
            {words.packet.assumption}
          </Chip>{" "}
          {found.length === 0 ? words.packet.noEvidence : words.packet.onlySaid}
        </p>
      ) : found.length === 0 ? (
        <p>{words.packet.derived}</p>
      ) : null}
      {found.map((entry, at) => (
        <Record key={`${entry.locator} ${at}`} entry={entry} />
      ))}
      <p class="muted small">
        <Code text={statement.pointer} />
      </p>
    </aside>
  );
}

function Record({ entry }: { readonly entry: EvidenceView }): JSX.Element {
  const { words } = usePage();
  const w = words.packet;
  const { source, locator, sha256, run } = entry;
  return (
    <div class="record">
      <dl class="pairs">
        <dt>{w.source}</dt>
        <dd>{words.evidenceSources[source]}</dd>
        <dt>{w.locator}</dt>
        <dd>
          <Copyable text={locator} />
        </dd>
        {sha256 === null ? null : (
          <>
            <dt>{w.digest}</dt>
            <dd>
              <Hash id={sha256} />
            </dd>
          </>
        )}
      </dl>
      {run === null ? source === "feedback" ? <p class="muted">{w.recordGone}</p> : null : <Run run={run} />}
    </div>
  );
}

function Run({ run }: { readonly run: CommandRun }): JSX.Element {
  const { words } = usePage();
  const w = words.packet;
  return (
    <>
      <dl class="pairs">
        <dt>{w.command}</dt>
        <dd>
          <Copyable text={run.command} />
        </dd>
        <dt>{w.exit}</dt>
        <dd>{run.exitCode ?? w.noExit}</dd>
        <dt>{w.outcome}</dt>
        <dd>
          <Chip {...outcomeLooks[run.outcome]}>{words.outcomes[run.outcome]}</Chip>
        </dd>
        <dt>{w.why}</dt>
        <dd>
          <Said text={run.why} />
        </dd>
        <dt>{w.tree}</dt>
        <dd>{run.tree === null ? words.frame.unknown : <Hash id={run.tree} />}</dd>
        <dt>{w.folder}</dt>
        <dd>{run.cwd === null ? words.frame.unknown : <Code text={run.cwd === "" ? "." : run.cwd} />}</dd>
        <dt>{w.at}</dt>
        <dd>
          <Time at={run.at} />
        </dd>
      </dl>
      <h3 class="label">{w.output}</h3>
      {run.output === null || run.output === "" ? (
        <p class="muted">{w.noOutput}</p>
      ) : (
        <pre class="output" dir="ltr" tabIndex={0}>
          {visible(run.output)}
        </pre>
      )}
    </>
  );
}
