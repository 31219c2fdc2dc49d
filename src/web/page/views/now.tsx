import type { JSX } from "preact";
import type { Overview, Present } from "../../../domain/view/view-model.ts";
import { Chip } from "../parts/chip.tsx";
import { Icon } from "../parts/icon.tsx";
import { Code, Marked, Said } from "../parts/shown.tsx";
import { Section } from "../parts/section.tsx";
import { Awaited, Empty } from "../parts/states.tsx";
import { Time } from "../parts/time.tsx";
import { decisionLooks, verdictLooks } from "../parts/tones.ts";
import { useKeys, usePage } from "../state/page-context.ts";
import { writeRoute } from "../state/route.ts";
import { nextFailure } from "../state/rows.ts";
import type { Loaded } from "../state/use-data.ts";
import { BriefView } from "./brief.tsx";
import { Claims } from "./claims.tsx";
import { CleanList } from "./clean-list.tsx";

/** The landing: the decision, what it rests on, and what comes next. */
export function NowView({ overview }: { readonly overview: Loaded<Overview> }): JSX.Element {
  useKeys((key) => key === "n" && nextFailure());
  return (
    <Awaited of={overview}>
      {({ present }) => (
        <>
          <DecisionBanner present={present} />
          <div class="columns">
            <div class="column-wide">
              <Claims claims={present.claims} />
              <BriefView brief={present.brief} />
            </div>
            <div>
              <Reasons present={present} />
              <CleanList state={present.cleanState} />
            </div>
          </div>
        </>
      )}
    </Awaited>
  );
}

function DecisionBanner({ present }: { readonly present: Present }): JSX.Element {
  const { words } = usePage();
  const { decision, packetId, verdict } = present;
  const { name, meaning } = words.decisions[decision];
  const look = decisionLooks[decision];
  return (
    <section class={`banner tone-${look.tone}`} aria-labelledby="h-decision">
      <div class="banner-mark">
        <Icon name={look.icon} />
      </div>
      <div class="banner-text">
        <h1 id="h-decision">{name}</h1>
        <p class="banner-meaning">{meaning}</p>
        <h2 class="label">{words.now.nextAction}</h2>
        <p class="next-action">
          {present.nextAction === null ? (
            <Marked text={packetId === null ? words.now.noPacket : words.now.noNextAction} />
          ) : (
            <Said text={present.nextAction} />
          )}
        </p>
        <p class="banner-facts">
          {packetId === null ? null : (
            <span>
              {words.now.made} <a href={writeRoute("packet", packetId)}>{<Code text={packetId} />}</a>{" "}
              <Time at={present.createdAt} />
            </span>
          )}
          <Chip {...verdictLooks[verdict]}>
            {words.now.verdict}
            {words.frame.colon}
            {words.verdicts[verdict]}
          </Chip>
        </p>
      </div>
    </section>
  );
}

function Reasons({ present }: { readonly present: Present }): JSX.Element {
  const { words } = usePage();
  return (
    <Section id="reasons" title={words.now.reasons}>
      {present.reasons.length === 0 ? <Empty text={words.frame.none} /> : null}
      <ol class="reasons">
        {present.reasons.map((reason) => (
          <li key={`${reason.code} ${reason.detail}`}>
            <div class="reason-head">
              <Chip {...decisionLooks[reason.decision]}>{words.decisions[reason.decision].name}</Chip>
              <strong>{words.reasons[reason.code].says}</strong>
            </div>
            <p class="detail">
              <Said text={reason.detail} />
            </p>
            {reason.paths === undefined || reason.paths.length === 0 ? null : <Paths paths={reason.paths} />}
            <p class="muted small">
              {words.now.todo}
              {words.frame.colon}
              <Marked text={words.reasons[reason.code].todo} />
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Paths({ paths }: { readonly paths: readonly string[] }): JSX.Element {
  const { words } = usePage();
  return (
    <details>
      <summary>{words.now.files(paths.length)}</summary>
      <ul class="plain">
        {paths.map((path) => (
          <li key={path}>
            <Code text={path} />
          </li>
        ))}
      </ul>
    </details>
  );
}
