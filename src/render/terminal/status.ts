import { code, data, join, strong, tone, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import { aside, shortId, verdictMark } from "../parts.ts";
import type { StatusView } from "../views.ts";
import { layOut } from "./lay-out.ts";
import { minute } from "./minute.ts";
import { describeDecision } from "./marks.ts";
import { renderReasons } from "./reasons.ts";
import { renderItem, renderRows } from "./rows.ts";
import { renderOffers } from "./share.ts";
import { describeTeam, renderHolders } from "./team.ts";
import type { TerminalStyle } from "./style.ts";

const questionsShown = 5;
/** The worst come first; `pickup` shows all of them. */
const reasonsShown = 3;

/** Where this branch stands, on one screen. */
export function renderStatus(view: StatusView, style: TerminalStyle): string {
  const { words } = style;
  const { terminal, common, comma } = words;
  // Several topics, and none chosen: what holds for one of them alone is not told.
  const several = view.reasons.some(({ code: reason }) => reason === "topic_ambiguous");
  const title: Inline[] = [
    strong(view.branch === null ? word(common.noBranch) : code(view.branch)),
    word(" · "),
    ...(several ? say(terminal.topicsHere, { n: view.topics.length }) : [word(`${terminal.topic} `), data(view.topic)]),
    ...(view.head_commit === null ? [] : [word(" · "), shortId(view.head_commit)]),
  ];
  const good = view.last_known_good_commit;
  const rows: Row[] = [
    [terminal.decision, describeDecision(view.decision, words)],
    [terminal.packet, several ? [word(terminal.packetsOfTopics)] : describePacketRow(view, style)],
    ...(several ? [] : [describeNextRow(view, style)]),
    [terminal.verdict, [verdictMark(view.verdict, words)]],
    [terminal.lastKnownGood, good === null ? [word(common.none)] : [shortId(good)]],
    [terminal.cleanLabel, describeClean(view, style)],
    [terminal.runs, describeRuns(view, style)],
    ...(several && view.questions_for_human.length === 0 ? [] : [describeQuestionsRow(view, style)]),
  ];
  if (view.topics.length > 0) {
    rows.push([
      several ? terminal.topics : terminal.otherTopics,
      join(
        view.topics.map((topic) => [data(topic)]),
        comma,
      ),
    ]);
  }
  if (view.team) rows.push([words.team.store, describeTeam(view.team, style)]);
  const holders = renderHolders(view.holders ?? [], style);
  const questions = view.questions_for_human.slice(0, questionsShown);
  const rest = view.questions_for_human.length - questions.length;
  return [
    layOut(title, style, { hanging: 2 }),
    "",
    ...renderRows(rows, style),
    ...questions.map(({ id, text }) => renderItem("?", [data(text), word(" "), tone("dim", code(id))], style, 4)),
    ...(rest > 0 ? [renderItem(" ", say(common.more, { n: rest }), style, 4)] : []),
    ...(holders.length === 0 ? [] : [layOut([word(words.team.holders + words.colon)], style), ...holders]),
    ...renderOffers(view.offers ?? [], style),
    ...(view.reasons.length === 0 ? [] : [""]),
    ...renderReasons(view.reasons.slice(0, reasonsShown), style),
    ...(view.reasons.length > reasonsShown
      ? [renderItem(" ", say(common.more, { n: view.reasons.length - reasonsShown }), style)]
      : []),
  ].join("\n");
}

type Row = [label: string, value: Inline[]];

function describeNextRow({ next_action: next }: StatusView, { words: { terminal } }: TerminalStyle): Row {
  return [terminal.next, next === null || next.trim() === "" ? [word(terminal.noNext)] : [data(next)]];
}

function describeQuestionsRow({ questions_for_human: { length: n } }: StatusView, { words }: TerminalStyle): Row {
  const { questions, noQuestions, waiting } = words.terminal;
  return [questions, n === 0 ? [word(noQuestions)] : say(waiting, { n })];
}

function describePacketRow(view: StatusView, { words }: TerminalStyle): Inline[] {
  const { noPacket, noPacketOfTopic } = words.terminal;
  if (view.packet_id === null) return [word(view.topics.length === 0 ? noPacket : noPacketOfTopic)];
  return [code(view.packet_id), ...(view.created_at === null ? [] : [word(words.comma), minute(view.created_at)])];
}

export function describeClean(
  { clean_state: state }: Pick<StatusView, "clean_state">,
  { words }: TerminalStyle,
): Inline[] {
  const { terminal } = words;
  const mark = state.clean
    ? tone("good", word(`✓ ${terminal.clean}`))
    : tone("bad", word("✗ "), ...say(terminal.notClean, { n: state.blocking.length }));
  return state.warnings.length === 0
    ? [mark]
    : [mark, word(words.comma), ...say(terminal.warnings, { n: state.warnings.length })];
}

function describeRuns(view: StatusView, { words }: TerminalStyle): Inline[] {
  const runs = view.interrupted_runs;
  if (runs.length === 0) return [word(words.terminal.noRuns)];
  const named = runs.map(({ name, since, decision }) => [
    code(name),
    ...(since === null ? [] : [word(" "), minute(since)]),
    ...(decision ? aside([word(decision)], words) : []),
  ]);
  return [tone("warn", word("! ")), ...join(named, words.comma)];
}
