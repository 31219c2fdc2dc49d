import { code, data, strong, tone, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import type { HolderView, ReleaseView, TeamView } from "../views.ts";
import { layOut } from "./lay-out.ts";
import { minute } from "./minute.ts";
import { renderItem } from "./rows.ts";
import type { TerminalStyle } from "./style.ts";

/** Whether the store that the team shares is used, and knows what is known here. */
export function describeTeam(view: TeamView, { words }: TerminalStyle): Inline[] {
  const { team, comma } = words;
  const store = code(view.store);
  const problem = data(view.problem ?? "");
  if (!view.used) return [tone("warn", word("! "), ...say(team.unused, { store, problem }))];
  const state =
    view.away_since === null
      ? view.waiting === 0
        ? say(team.well, { store })
        : [store]
      : [tone("warn", word("! "), ...say(team.away, { store, since: minute(view.away_since), problem }))];
  const waiting = view.waiting === 0 ? [] : [word(comma), ...say(team.waiting, { n: view.waiting })];
  const refused = view.refused.length === 0 ? [] : [word(comma), ...say(team.refused, { n: view.refused.length })];
  return [...state, ...waiting, ...refused];
}

/** One line for each who works on something. */
export function renderHolders(holders: readonly HolderView[], style: TerminalStyle): readonly string[] {
  return holders.map((holder) => renderItem(holder.state === "live" ? "●" : "?", describeHolder(holder, style), style));
}

function describeHolder(holder: HolderView, { words }: TerminalStyle): Inline[] {
  const { team, comma, colon, common } = words;
  const { branch, topic, claim, who, since, until, state, own } = holder;
  const name = [branch === null ? word(common.noBranch) : code(branch), word(" · "), data(topic), word(colon)];
  const whose = own
    ? [strong(word(team.own)), word(comma), minute(since)]
    : say(team.holder, { who: data(who), since: minute(since) });
  const lease =
    until === null ? [] : [word(comma), ...say(state === "live" ? team.until : team.lapsed, { until: minute(until) })];
  const unseen = until === null && state === "unknown" ? [word(comma + team.unseen)] : [];
  return [...name, ...whose, ...lease, ...unseen, word(" "), tone("dim", code(claim))];
}

export function renderRelease(view: ReleaseView, style: TerminalStyle): string {
  const { team, colon } = style.words;
  if (view.result === "not_held")
    return [layOut([word(team.notHeld)], style), ...renderHolders(view.by, style)].join("\n");
  return view.released.map(({ claim }) => layOut([word(team.released + colon), code(claim)], style)).join("\n");
}

export function renderTrustedStore(
  { result, store }: { readonly result: "added" | "unchanged"; readonly store: string },
  style: TerminalStyle,
): string {
  const { team, colon } = style.words;
  return layOut([code(store), word(colon + team.trusted[result])], style);
}
