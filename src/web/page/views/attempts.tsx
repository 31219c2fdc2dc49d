import type { JSX } from "preact";
import type { AttemptGroup } from "../../../domain/view/view-model.ts";
import { Chip } from "../parts/chip.tsx";
import { Code, Said } from "../parts/shown.tsx";
import { Awaited, Empty } from "../parts/states.tsx";
import { Time } from "../parts/time.tsx";
import { useKeys, usePage } from "../state/page-context.ts";
import { nextFailure } from "../state/rows.ts";
import { useData } from "../state/use-data.ts";

/** What was tried and failed, by what it was aimed at. */
export function AttemptsView(): JSX.Element {
  const { words } = usePage();
  const groups = useData("attempts", (source) => source.attempts());
  useKeys((key) => key === "n" && nextFailure());
  return (
    <>
      <h1>{words.views.attempts}</h1>
      <Awaited of={groups}>
        {(found) =>
          found.length === 0 ? (
            <Empty text={words.attempts.empty} />
          ) : (
            <ul class="attempts">
              {found.map((group) => (
                <Group key={group.target} group={group} />
              ))}
            </ul>
          )
        }
      </Awaited>
    </>
  );
}

function Group({ group }: { readonly group: AttemptGroup }): JSX.Element {
  const { words } = usePage();
  const { target, ways, replacedBy } = group;
  return (
    <li class="card" data-row={replacedBy === null ? "bad" : "good"} tabIndex={-1}>
      <div class="section-head">
        <h2>
          <Code text={target} />
        </h2>
        <span class="muted">{words.attempts.ways(ways.length)}</span>
      </div>
      <ul class="ways">
        {ways.map((way, at) => (
          <li key={`${way.command} ${at}`}>
            <div>
              <Code text={way.command} />
            </div>
            <div class="way-facts">
              <Chip tone="bad" icon="bad">
                {words.packet.exit} {way.exitCode ?? words.packet.noExit}
              </Chip>{" "}
              <span class="muted">{words.attempts.times(way.count)}</span> <Time at={way.at} />
            </div>
            <p class="error-line">{way.error === null ? words.attempts.noError : <Said text={way.error} />}</p>
          </li>
        ))}
      </ul>
      <p>
        {replacedBy === null ? (
          <Chip tone="warn" icon="warn">
            {words.attempts.notReplaced}
          </Chip>
        ) : (
          <>
            <Chip tone="good" icon="good">
              {words.attempts.replaced}
            </Chip>{" "}
            <Code text={replacedBy.command} /> <Time at={replacedBy.at} />
          </>
        )}
      </p>
    </li>
  );
}
