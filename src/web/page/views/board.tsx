import type { JSX } from "preact";
import type { Holder } from "../../../domain/team/holder.ts";
import type { BoardRow, Overview, TeamState } from "../../../domain/view/view-model.ts";
import { Chip } from "../parts/chip.tsx";
import { Copyable } from "../parts/copyable.tsx";
import { Icon } from "../parts/icon.tsx";
import { Hash, Said, oneLine } from "../parts/shown.tsx";
import { Awaited, Empty } from "../parts/states.tsx";
import { Time } from "../parts/time.tsx";
import { severityLooks, statusLooks, verdictLooks } from "../parts/tones.ts";
import { usePage } from "../state/page-context.ts";
import { relativeTime } from "../state/relative-time.ts";
import { writeRoute } from "../state/route.ts";
import type { Loaded } from "../state/use-data.ts";

/** Every branch and topic with an active packet; worktrees are folded under the repository. */
export function BoardView({ overview }: { readonly overview: Loaded<Overview> }): JSX.Element {
  const { words } = usePage();
  return (
    <>
      <h1>{words.views.board}</h1>
      <Awaited of={overview}>
        {({ board, repository, team }) => {
          const main = board.filter(({ worktree, here }) => here || worktree === repository.root);
          const others = board.filter((row) => !main.includes(row));
          const worktrees = others.filter(({ worktree }) => worktree !== null);
          const nowhere = others.filter(({ worktree }) => worktree === null);
          return (
            <>
              <p class="place">
                <strong>{oneLine(repository.name)}</strong> <Copyable text={repository.root} />
              </p>
              {board.length === 0 ? <Empty text={`${words.board.empty} ${words.board.emptyHint}`} /> : null}
              {team === null ? null : <Store team={team} />}
              <Group title={words.board.inMain} rows={main} team={team} />
              <Group title={words.board.worktrees(worktrees.length)} rows={worktrees} team={team} />
              <Group title={words.board.nowhere(nowhere.length)} rows={nowhere} team={team} />
              <Elsewhere holders={team?.holders.filter((one) => !board.some((row) => isSameThread(row, one))) ?? []} />
            </>
          );
        }}
      </Awaited>
    </>
  );
}

function isSameThread(a: Pick<Holder, "branch" | "topic">, b: Pick<Holder, "branch" | "topic">): boolean {
  return a.branch === b.branch && a.topic === b.topic;
}

function Store({ team }: { readonly team: TeamState }): JSX.Element {
  const { words, now } = usePage();
  const { board } = words;
  return (
    <p class="small">
      <Chip tone={team.problem === null ? "quiet" : "warn"} icon={team.problem === null ? "human" : "warn"}>
        {board.store(oneLine(team.store))}
      </Chip>{" "}
      {team.problem === null ? null : <Said text={team.problem} />}{" "}
      {team.asOf === null ? null : (
        <span class="muted">{board.storeAsOf(relativeTime(team.asOf, now, words.language))}</span>
      )}
    </p>
  );
}

function Elsewhere({ holders }: { readonly holders: readonly Holder[] }): JSX.Element | null {
  const { words } = usePage();
  if (holders.length === 0) return null;
  return (
    <section>
      <h2>{words.board.heldElsewhere}</h2>
      <ul>
        {holders.map((holder) => (
          <li key={holder.claim}>
            <Said text={holder.branch ?? words.frame.noBranch} />
            <span class="muted"> · {oneLine(holder.topic)}</span> <Held holder={holder} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Held({ holder }: { readonly holder: Holder }): JSX.Element {
  const { words, now } = usePage();
  const { board } = words;
  const { who, since, until, state, claim } = holder;
  const lease = until === null ? "" : relativeTime(until, now, words.language);
  return (
    <>
      <Chip tone={state === "live" ? "human" : "warn"} icon="human">
        {board.heldBy(oneLine(who), relativeTime(since, now, words.language))}
      </Chip>{" "}
      {until === null ? null : (
        <span class="muted">{state === "live" ? board.heldUntil(lease) : board.lapsed(lease)}</span>
      )}{" "}
      <code>{claim}</code>
    </>
  );
}

function Group({
  title,
  rows,
  team,
}: {
  readonly title: string;
  readonly rows: readonly BoardRow[];
  readonly team: TeamState | null;
}): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <details class="group" open>
      <summary>
        <h2>{title}</h2>
      </summary>
      <ul class="board">
        {rows.map((row) => (
          <Row
            key={row.packetId}
            row={row}
            holder={team?.holders.find((one) => isSameThread(row, one) && one.state !== "ended") ?? null}
          />
        ))}
      </ul>
    </details>
  );
}

function Row({ row, holder }: { readonly row: BoardRow; readonly holder: Holder | null }): JSX.Element {
  const { words, now } = usePage();
  const { board, frame } = words;
  const { risks, claim } = row;
  return (
    <li
      class={`board-row ${row.here ? "here" : ""}`}
      data-row={row.verdict === "failed" || !row.readable ? "bad" : "good"}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === "Enter" && event.target === event.currentTarget) {
          location.hash = writeRoute("packet", row.packetId);
        }
      }}
    >
      <div class="board-name">
        <h3>
          <a href={writeRoute("packet", row.packetId)}>
            <Icon name="branch" /> <Said text={row.branch ?? frame.noBranch} />
            <span class="muted"> · {oneLine(row.topic)}</span>
          </a>
        </h3>
        {row.here ? <span class="here-mark">{board.here}</span> : null}
        {row.client === null ? null : <span class="tag">{oneLine(row.client)}</span>}
        {row.worktree === null ? null : <Copyable text={row.worktree} />}
      </div>
      <dl class="facts">
        <Fact name={board.status}>
          <Chip {...statusLooks[row.status]}>{words.packetStatus[row.status]}</Chip>
        </Fact>
        <Fact name={board.age}>
          <Time at={row.createdAt} />
        </Fact>
        <Fact name={board.verdict}>
          <Chip {...verdictLooks[row.verdict]}>{words.verdicts[row.verdict]}</Chip>
        </Fact>
        <Fact name={board.lastGood}>
          <LastGood good={row.lastKnownGood} />
        </Fact>
        <Fact name={board.risks}>
          <Risks risks={risks} />
        </Fact>
        <Fact name={board.you}>
          <NeedsYou row={row} />
        </Fact>
      </dl>
      <p class="board-next">
        <span class="muted">
          {board.next}
          {frame.colon}
        </span>
        <Said text={row.nextAction} />
      </p>
      {row.readable ? null : (
        <p>
          <Chip tone="bad" icon="warn">
            {board.unreadable}
          </Chip>
        </p>
      )}
      {holder === null ? null : (
        <p class="small">
          <Held holder={holder} />
        </p>
      )}
      {claim === null ? null : (
        <p class="small">
          <Chip tone={claim.alive ? "human" : "quiet"} icon="human">
            {claim.alive ? board.claimed(relativeTime(claim.since, now, words.language)) : board.claimDead}
          </Chip>{" "}
          {claim.session === null ? null : <code>{oneLine(claim.session)}</code>}
        </p>
      )}
    </li>
  );
}

function NeedsYou({ row }: { readonly row: BoardRow }): JSX.Element {
  const { board } = usePage().words;
  if (row.questions === 0 && row.needs.length === 0) return <span class="muted">{board.nothing}</span>;
  return (
    <span class="chips">
      {row.questions === 0 ? null : (
        <a href={writeRoute("inbox")}>
          <Chip tone="human" icon="human">
            {board.questions(row.questions)}
          </Chip>
        </a>
      )}
      {row.needs.map((need) => (
        <a key={need} href={need === "run" ? writeRoute("runs") : writeRoute("packet", row.packetId)}>
          <Chip tone="human" icon="human">
            {board.needs[need]}
          </Chip>
        </a>
      ))}
    </span>
  );
}

function Fact(props: { readonly name: string; readonly children: JSX.Element }): JSX.Element {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

function LastGood({ good }: { readonly good: BoardRow["lastKnownGood"] }): JSX.Element {
  const { board } = usePage().words;
  if (good === null) return <span class="muted">{board.noLastGood}</span>;
  const { reachable } = good;
  const look =
    reachable === null
      ? { ...verdictLooks.unknown, says: board.reachUnknown }
      : reachable
        ? { ...verdictLooks.passed, says: board.reachable }
        : { ...verdictLooks.failed, says: board.unreachable };
  return (
    <>
      <Hash id={good.commit} />{" "}
      <Chip tone={look.tone} icon={look.icon}>
        {look.says}
      </Chip>
    </>
  );
}

function Risks({ risks }: { readonly risks: BoardRow["risks"] }): JSX.Element {
  const { words } = usePage();
  const kinds = (["block", "warn", "info"] as const).filter((kind) => risks[kind] > 0);
  if (kinds.length === 0) return <span class="muted">{words.board.noRisks}</span>;
  return (
    <span class="chips">
      {kinds.map((kind) => (
        <Chip key={kind} {...severityLooks[kind]}>
          {words.board.riskCount[kind](risks[kind])}
        </Chip>
      ))}
    </span>
  );
}
