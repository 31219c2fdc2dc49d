import type { JSX } from "preact";
import type { ChainEntry } from "../../../domain/view/view-model.ts";
import { Chip } from "../parts/chip.tsx";
import { Code, Said } from "../parts/shown.tsx";
import { verdictLooks } from "../parts/tones.ts";
import { usePage } from "../state/page-context.ts";
import { writeRoute } from "../state/route.ts";

/** The chosen packet: who it follows, who follows it, and a place in the comparison. */
export function ChainDetail({ entry }: { readonly entry: ChainEntry }): JSX.Element {
  const { words, route } = usePage();
  const { chain, packet } = words;
  const { pair } = route;
  const { packetId } = entry;
  return (
    <section class="card" aria-label={packetId}>
      <h2>
        <Code text={packetId} />
      </h2>
      {entry.verdict === null ? null : (
        <p>
          <Chip {...verdictLooks[entry.verdict]}>{words.verdicts[entry.verdict]}</Chip>
        </p>
      )}
      <p>{entry.nextAction === null ? chain.unreadable : <Said text={entry.nextAction} />}</p>
      <dl class="pairs">
        <Line name={chain.supersedes} id={entry.supersedes} />
        <Line name={chain.supersededBy} id={entry.supersededBy} />
        <dt>{chain.client}</dt>
        <dd>
          <Said text={entry.client ?? words.frame.none} />
        </dd>
        {entry.sessionId === null ? null : (
          <>
            <dt>{packet.session}</dt>
            <dd>
              <a href={writeRoute("timeline", entry.sessionId)}>
                <Code text={entry.sessionId} />
              </a>
            </dd>
          </>
        )}
      </dl>
      <p class="actions">
        <a class="button" href={writeRoute("packet", packetId)}>
          {chain.open}
        </a>
        {pair.a === packetId || pair.b === packetId ? (
          <a
            class="button"
            href={writeRoute("chain", null, {
              a: pair.a === packetId ? "" : pair.a,
              b: pair.b === packetId ? "" : pair.b,
            })}
          >
            {chain.unpick}
          </a>
        ) : (
          <>
            <a class="button" href={writeRoute("chain", null, { ...pair, a: packetId })}>
              {chain.pickA} A
            </a>
            <a class="button" href={writeRoute("chain", null, { ...pair, b: packetId })}>
              {chain.pickB} B
            </a>
          </>
        )}
      </p>
    </section>
  );
}

function Line({ name, id }: { readonly name: string; readonly id: string | null }): JSX.Element | null {
  if (id === null) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <a href={writeRoute("packet", id)}>
          <Code text={id} />
        </a>
      </dd>
    </>
  );
}
