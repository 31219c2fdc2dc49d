import type { JSX } from "preact";
import type { Fact } from "../../../domain/fact-diff.ts";
import { Chip } from "../parts/chip.tsx";
import { Code, Said } from "../parts/shown.tsx";
import { Awaited } from "../parts/states.tsx";
import type { Look } from "../parts/tones.ts";
import { usePage } from "../state/page-context.ts";
import { writeRoute } from "../state/route.ts";
import { useData } from "../state/use-data.ts";

type Shown = Fact & { readonly by?: string };

/** What the hop from A to B did to the facts; what it lost stands first and loudest. */
export function DiffView(): JSX.Element {
  const { words, route } = usePage();
  const { chain } = words;
  const { a, b } = route.pair;
  return (
    <section class="card" aria-labelledby="h-diff">
      <h2 id="h-diff">{chain.diff}</h2>
      {a === "" || b === "" ? (
        <p class="muted">
          {chain.comparePrompt} <kbd>x</kbd>
          {a === "" && b === "" ? null : (
            <>
              {" "}
              {chain.chosen} {a === "" ? "B" : "A"} <Code text={a === "" ? b : a} />
            </>
          )}
        </p>
      ) : (
        <Compared a={a} b={b} />
      )}
    </section>
  );
}

function Compared({ a, b }: { readonly a: string; readonly b: string }): JSX.Element {
  const { chain } = usePage().words;
  const diff = useData(`diff ${a} ${b}`, (source) => source.diff(a, b));
  return (
    <>
      <p class="compared">
        <span class="pick">A</span> <Code text={a} /> → <span class="pick">B</span> <Code text={b} />{" "}
        <a href={writeRoute("chain")}>{chain.clear}</a>
      </p>
      <Awaited of={diff}>
        {(found) => (
          <>
            <Facts
              title={chain.dropped}
              note={chain.droppedNote}
              facts={found.dropped}
              look={{ tone: "bad", icon: "gone" }}
            />
            {found.dropped.length === 0 ? (
              <p>
                <Chip tone="good" icon="good">
                  {chain.nothingDropped}
                </Chip>
              </p>
            ) : null}
            <Facts title={chain.new} facts={found.new} look={{ tone: "warn", icon: "next" }} />
            <Facts title={chain.resolved} facts={found.resolved} look={{ tone: "good", icon: "good" }} />
            <Facts title={chain.kept} facts={found.kept} look={{ tone: "quiet", icon: "quiet" }} />
          </>
        )}
      </Awaited>
    </>
  );
}

function Facts(props: {
  readonly title: string;
  readonly note?: string;
  readonly facts: readonly Shown[];
  readonly look: Look;
}): JSX.Element | null {
  const { words } = usePage();
  const { title, note, facts, look } = props;
  if (facts.length === 0) return null;
  return (
    <details class={`facts-group tone-${look.tone}`} open={look.tone !== "quiet"}>
      <summary>
        <h3>
          <Chip {...look}>{`${title} ${facts.length}`}</Chip>
        </h3>
      </summary>
      {note === undefined ? null : <p class="muted small">{note}</p>}
      <ul class="plain">
        {facts.map((fact, at) => (
          <li key={`${fact.class} ${at}`}>
            <span class="tag">{words.factClasses[fact.class]}</span> <Said text={fact.text} />
            {fact.by === undefined ? null : (
              <span class="muted">
                {" "}
                {words.chain.by} <Said text={fact.by} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
