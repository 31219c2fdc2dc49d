import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Overview, PacketView as Shown } from "../../../domain/view/view-model.ts";
import { Chip } from "../parts/chip.tsx";
import { Code, Hash, oneLine } from "../parts/shown.tsx";
import { Awaited, Empty } from "../parts/states.tsx";
import { Time } from "../parts/time.tsx";
import { statusLooks, verdictLooks } from "../parts/tones.ts";
import { useKeys, usePage } from "../state/page-context.ts";
import { writeRoute } from "../state/route.ts";
import { nextFailure } from "../state/rows.ts";
import { useData, type Loaded } from "../state/use-data.ts";
import { EvidenceDrawer } from "./evidence.tsx";
import { sectionsOf, type Statement } from "./packet-sections.ts";
import { StatementList } from "./statements.tsx";

/** One packet, every sentence with what stands behind it. Without a packet in the address: the present one. */
export function PacketView({ overview }: { readonly overview: Loaded<Overview> }): JSX.Element {
  const { words, route } = usePage();
  if (route.id !== null) return <OnePacket id={route.id} />;
  return (
    <Awaited of={overview}>
      {({ present }) =>
        present.packetId === null ? (
          <>
            <h1>{words.views.packet}</h1>
            <Empty text={`${words.packet.none} ${words.now.noPacket}`} />
          </>
        ) : (
          <OnePacket id={present.packetId} />
        )
      }
    </Awaited>
  );
}

function OnePacket({ id }: { readonly id: string }): JSX.Element {
  const { words } = usePage();
  const packet = useData(`packet ${id}`, (source) => source.packet(id));
  return (
    <>
      <h1>
        {words.views.packet} <Code text={id} />
      </h1>
      <Awaited of={packet}>{(view) => <Body view={view} />}</Awaited>
    </>
  );
}

function Body({ view }: { readonly view: Shown }): JSX.Element {
  const { words } = usePage();
  const [chosen, setChosen] = useState<Statement | null>(null);
  const close = (): void => {
    setChosen(null);
    document.getElementById(`s-${chosen?.pointer ?? ""}`)?.focus();
  };
  useKeys((key) => {
    if (key === "Escape" && chosen !== null) {
      close();
      return true;
    }
    return key === "n" && nextFailure();
  });
  const { altered } = view;
  return (
    <div class={`packet ${chosen === null ? "" : "with-drawer"}`}>
      <div>
        {altered ? (
          <p role="alert">
            <Chip tone="bad" icon="stop">
              {words.packet.altered}
            </Chip>
          </p>
        ) : null}
        <Identity view={view} />
        {sectionsOf(view, words).map(({ title, statements }) => (
          <StatementList
            key={title}
            title={title}
            statements={statements}
            evidence={view.evidence}
            chosen={chosen?.pointer ?? null}
            onChoose={setChosen}
          />
        ))}
      </div>
      {chosen === null ? null : <EvidenceDrawer statement={chosen} evidence={view.evidence} onClose={close} />}
    </div>
  );
}

function Identity({ view: { packet } }: { readonly view: Shown }): JSX.Element {
  const { words } = usePage();
  const w = words.packet;
  const commit = (id: string | null): JSX.Element => (id === null ? <>{words.frame.none}</> : <Hash id={id} />);
  return (
    <section class="card" aria-label={w.identity}>
      <p class="chips">
        <Chip {...statusLooks[packet.status]}>{words.packetStatus[packet.status]}</Chip>
        <Chip {...verdictLooks[packet.verification.verdict]}>{words.verdicts[packet.verification.verdict]}</Chip>
      </p>
      <dl class="pairs wide">
        <dt>{w.branch}</dt>
        <dd>{oneLine(packet.branch ?? words.frame.noBranch)}</dd>
        <dt>{w.topic}</dt>
        <dd>{oneLine(packet.topic)}</dd>
        <dt>{w.created}</dt>
        <dd>
          <Time at={packet.created_at} />
        </dd>
        <dt>{w.head}</dt>
        <dd>{commit(packet.head_commit)}</dd>
        <dt>{w.lastGood}</dt>
        <dd>{commit(packet.last_known_good_commit)}</dd>
        <dt>{w.client}</dt>
        <dd>{oneLine(packet.client ?? words.frame.none)}</dd>
        <dt>{w.session}</dt>
        <dd>
          <a href={writeRoute("timeline", packet.session_id)}>
            <Code text={packet.session_id} />
          </a>
        </dd>
        {packet.previous === null ? null : (
          <>
            <dt>{w.previous}</dt>
            <dd>
              <a href={writeRoute("packet", packet.previous)}>
                <Code text={packet.previous} />
              </a>{" "}
              <a href={writeRoute("chain", null, { a: packet.previous, b: packet.packet_id })}>{words.chain.compare}</a>
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
