import { isStrict } from "../../domain/session/find-constraints.ts";
import type { Packet, PacketCheck, PacketCommandState } from "../../domain/packet.ts";
import { code, data, filePath, join, tone, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import { pairAttempts, type Attempt } from "../attempts.ts";
import { countLines } from "../handoff/changed-files.ts";
import { aside, attribution, shortId, verdictMark } from "../parts.ts";
import { commandFacts, currency, inFolder, verdictSentence } from "../handoff/verification.ts";
import { taskStatusWord } from "../task-status.ts";
import { briefText, dataBlock, dataMark } from "../neutral.ts";
import type { Words } from "../words/words.ts";
import { lazyUnits, type BriefSection, type Unit, type Units } from "./brief-section.ts";
import { clip } from "./clip.ts";
import type { Density } from "./density.ts";
import { alone, foldEffects } from "./fold-effects.ts";
import { foldPaths } from "./fold-paths.ts";
import { line, quote } from "./line.ts";

interface Frame {
  readonly packet: Packet;
  readonly words: Words;
  readonly density: Density;
}

/** The sections in the order of the text; `rank` is their order of value when not all fits. */
export function describeSections(packet: Packet, words: Words, density: Density): BriefSection[] {
  const frame: Frame = { packet, words, density };
  const { brief } = words;
  const plain = { note: null, block: null, keep: "first", weight: 0 } as const;
  const { attempts } = pairAttempts(packet);
  const resolved = attempts.filter(({ entry }) => entry !== null && entry.resolved_by !== null);
  const unsettled = attempts.filter((attempt) => !resolved.includes(attempt));
  // Where room is short they stand in one section: each says of itself how it ended.
  const endless = density.details ? unsettled.filter(({ entry }) => entry?.outcome === "unknown") : [];
  const mixed = unsettled.some(({ entry }) => entry?.outcome === "unknown") && endless.length === 0;
  const open = newestOfEach(
    unsettled.filter((attempt) => !endless.includes(attempt)),
    density,
  );
  const cut = packet.feedback_omitted.failed;
  const sections: BriefSection[] = [
    { ...plain, title: brief.verification, rank: 1, weight: 2, units: verification(frame) },
    quoted(
      {
        ...plain,
        title: mixed ? brief.failuresAndEndless : brief.failures,
        // What the packet itself left out; the section says below what this brief does.
        note: cut === 0 ? null : line(...say(brief.failuresCut, { n: cut })),
        rank: 2,
        weight: 9,
        units: failures(open, frame),
      },
      brief.dataLabel,
    ),
    quoted({ ...plain, title: brief.endless, rank: 3, weight: 2, units: failures(endless, frame) }, brief.dataLabel),
    { ...plain, title: brief.constraints, note: brief.constraintsNote, rank: 4, weight: 6, units: constraints(frame) },
    { ...plain, title: brief.lastRequest, rank: 5, weight: 4, units: lastRequest(frame) },
    { ...plain, title: brief.lastMessage, note: brief.lastMessageNote, rank: 12, units: lastMessage(frame) },
    { ...plain, title: brief.questions, rank: 7, weight: 3, units: questions(frame) },
    { ...plain, title: brief.incomplete, rank: 8, weight: 2, units: incomplete(frame) },
    { ...plain, title: brief.effects, note: brief.effectsNote, rank: 6, weight: 4, units: effects(frame) },
    { ...plain, title: brief.risks, rank: 13, units: risks(frame) },
    { ...plain, title: brief.prerequisites, rank: 14, units: prerequisites(frame) },
    { ...plain, title: brief.lastTouched, note: brief.lastTouchedNote, rank: 9, weight: 3, units: lastTouched(frame) },
    { ...plain, title: brief.changedFiles, rank: 10, weight: 3, units: changedFiles(frame) },
    { ...plain, title: brief.commits, rank: 15, keep: "last", units: commits(frame) },
    { ...plain, title: brief.recentFiles, rank: 17, units: recentFiles(frame) },
    { ...plain, title: brief.todo, rank: 11, units: todo(frame) },
    quoted({ ...plain, title: brief.failuresResolved, rank: 16, units: failures(resolved, frame) }, brief.dataLabel),
    { ...plain, title: brief.assumptions, rank: 18, units: assumptions(frame) },
    { ...plain, title: brief.decisions, rank: 19, units: decisions(frame) },
  ];
  return sections.filter(({ units }) => units.length > 0);
}

/** Inside the marks of a block of data; the newest entries are worth most. */
function quoted(section: BriefSection, label: string): BriefSection {
  const { open, close } = dataBlock(label, []);
  return { ...section, block: { open, close }, keep: "last" };
}

function verification({ packet, words, density }: Frame): Unit[] {
  const { commands, manual } = packet.verification;
  const { last_known_good_commit: commit, last_known_good_tree: tree } = packet;
  const good: Inline[] = commit === null ? [word(words.common.none)] : [shortId(commit)];
  if (commit !== null && tree !== null)
    good.push(word(words.comma), ...say(words.common.onTree, { tree: shortId(tree) }));
  const shown = commands.filter(({ state }) => density.details || state !== "passed");
  // A red verdict stands beside the decision already, and that there is none among the reasons.
  const { verdict } = packet.verification;
  const sentence =
    verdict === "failed" || (verdict === "absent" && !density.details)
      ? []
      : [[line(...verdictSentence(packet.verification, words))]];
  return [
    ...sentence,
    [line(word(words.brief.lastKnownGood + words.colon), ...good)],
    ...shown.map((command): Unit => [describeCommand(command, words, density)]),
    ...checks(packet, density).map((check): Unit => [describeCheck(check, words, density)]),
    ...manual.map((text): Unit => [
      line(word(`- ${words.brief.manual}${words.colon}`), data(clip(text, density.text))),
    ]),
  ];
}

/** Checks that were seen, beside those that the verdict and the failures tell. */
function checks(
  { checks: seen = [], verification: { commands } }: Packet,
  { details }: Density,
): readonly PacketCheck[] {
  const told = new Set(commands.map(({ command }) => command));
  const others = seen.filter(({ command, outcome }) => outcome !== "failed" && !told.has(command)).toReversed();
  // One that proves nothing is worth a line only where it was the last.
  return details ? others : others.filter(({ outcome }, at) => at === 0 || outcome === "passed").slice(0, 3);
}

function describeCheck(check: PacketCheck, words: Words, density: Density): string {
  return line(
    word(`- ${words.brief.seen}${words.colon}`),
    verdictMark(check.outcome, words),
    word(" "),
    code(clip(check.command, density.command)),
    word(words.colon),
    data(clip(check.why, density.error)),
    ...inFolder(check.cwd, words).flatMap((folder) => [word(words.comma), ...folder]),
    // Of a run that says nothing it does not matter on what.
    ...(check.outcome === "unknown" && !density.details ? [] : [word(words.comma + currency(check.current, words))]),
  );
}

function describeCommand(command: PacketCommandState, words: Words, density: Density): string {
  const facts = commandFacts(
    { ...command, why: clip(command.why, density.error), source: clip(command.source, density.command) },
    words,
  );
  return line(
    word("- "),
    verdictMark(command.state, words),
    word(" "),
    code(clip(command.command, density.command)),
    word(words.colon),
    ...join(density.details ? facts : facts.slice(0, 1), words.comma),
  );
}

function failures(attempts: readonly Attempt[], { words, density }: Frame): Unit[] {
  const held = (text: string): string => dataMark + briefText(data(text));
  return attempts.map(({ text, entry }): Unit => {
    if (entry === null) return [held(clip(text, density.command + density.error))];
    const result = text.slice(entry.command.length);
    const times = entry.count > 1 ? line(...aside(say(words.common.times, { n: entry.count }), words)) : "";
    const lines = entry.error_lines.filter((error) => !text.endsWith(error.trim()));
    // The result shows the first error line, unless there was none when it was written.
    const more = result.includes(": ") ? density.moreErrors : density.moreErrors + 1;
    return [
      held(clip(entry.command, density.command) + clip(result, density.error)) + times,
      ...lines.slice(0, more).map((error) => held(`… ${clip(error, density.error)}`)),
    ];
  });
}

/** Where room is short, a command that failed in several ways is told as it failed last. */
function newestOfEach(attempts: readonly Attempt[], { details }: Density): readonly Attempt[] {
  if (details) return attempts;
  const newest = new Map(attempts.map((attempt) => [attempt.entry?.command ?? attempt.text, attempt]));
  return attempts.filter((attempt) => newest.get(attempt.entry?.command ?? attempt.text) === attempt);
}

/** Where room is short, what must or must not be comes before what would be good. */
function constraints({ packet, density }: Frame): Unit[] {
  const all = packet.constraints;
  const strict = all.filter(({ text }) => isStrict(text));
  const sorted = density.details ? all : [...strict, ...all.filter((one) => !strict.includes(one))];
  return sorted.map(({ text }): Unit => quote(clip(text, Math.max(600, density.text))));
}

/** What the user asked for last, unless the next action says all of it; it may be done by now, so it stands below. */
function lastRequest({ packet, density }: Frame): Unit[] {
  const request = packet.last_request;
  if (request === null) return [];
  const texts = [...(request.before ? [request.before.text] : []), request.text];
  const { next_action: action, next_action_source: source } = packet;
  if (source.kind === "request" && texts.every((text) => action.includes(text))) return [];
  return texts.map((text) => quote(clip(text, density.text)));
}

/** Its end says where the agent stood. */
function lastMessage({ packet, density }: Frame): Unit[] {
  const { last_message: message = null } = packet;
  return message === null ? [] : [quote(clip(message.text, Math.max(600, density.text)))];
}

function questions({ packet, words, density }: Frame): Unit[] {
  return packet.questions_for_human.map(({ id, text, author }): Unit => [
    line(
      word("- "),
      data(clip(text, density.text)),
      ...aside([code(id), word(words.comma), data(clip(author, 80))], words),
    ),
  ]);
}

function incomplete({ packet, words, density }: Frame): Unit[] {
  return packet.incomplete.map(({ what, why }): Unit => [
    line(word("- "), data(clip(what, density.command)), word(words.colon), data(clip(why, density.error))),
  ]);
}

/** Its names are what it is there for; their number is bounded. */
const longestFold = 400;

/** What may have happened first: it is what must not be repeated. */
function effects({ packet, words, density }: Frame): Unit[] {
  const order = ["unknown", "not_done", "done"];
  const sorted = packet.effects.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const probes = new Set<string>();
  return (density.details ? sorted.map(alone) : foldEffects(sorted)).map(({ what, state, probe, times }): Unit => {
    const about = [
      word(`- [${words.effectStates[state]}] `),
      data(clip(what, times > 1 ? longestFold : density.effect)),
    ];
    if (times > 1) about.push(...aside(say(words.common.times, { n: times }), words));
    // Where room is short, one way to find out is told once.
    if (state !== "unknown" || (!density.details && (probe === null || probes.has(probe)))) return [line(...about)];
    if (probe !== null) probes.add(probe);
    const check =
      probe === null
        ? [word(words.common.noProbe)]
        : say(words.common.probe, { probe: code(clip(probe, density.command)) });
    return [line(...about, word(words.gap), ...check)];
  });
}

/** Those that other sections do not state already. */
function risks({ packet, words, density }: Frame): Unit[] {
  const told = density.details
    ? /^(?:verification_|effect_unknown$)/
    : /^(?:verification_|effect_unknown$|uncommitted_)/;
  return packet.open_risks
    .filter(({ severity, code: name }) => severity !== "info" && !told.test(name))
    .map(({ severity, code: name, detail }): Unit => [
      line(
        word(`- [${words.severities[severity]}] `),
        code(clip(name, 60)),
        word(words.colon),
        data(clip(detail, density.error * 1.5)),
      ),
    ]);
}

function prerequisites({ packet, words, density }: Frame): Unit[] {
  return packet.prerequisites.map(({ path, sha256, why }): Unit => [
    line(
      word("- "),
      filePath(clip(path, density.error)),
      word(words.colon),
      data(clip(why, 80)),
      ...(sha256 === null ? [word(words.comma + words.common.missing)] : []),
    ),
  ]);
}

/** How many files stand first, whether they were read or changed: those that work goes on in. */
const touchedFirst = 10;

/** The files that were touched last; a star marks uncommitted changes. */
function lastTouched({ packet, density }: Frame): Units {
  const open = openPaths(packet);
  const files = packet.recent_files.slice(0, touchedFirst).map(({ path }) => path);
  const marked = (paths: readonly string[], mark: string) =>
    (density.foldPaths ? foldPaths(paths) : paths).map((path) => ({ path, mark }));
  const entries = density.foldPaths
    ? [
        ...marked(
          files.filter((path) => open.has(path)),
          "*",
        ),
        ...marked(
          files.filter((path) => !open.has(path)),
          "",
        ),
      ]
    : files.flatMap((path) => marked([path], open.has(path) ? "*" : ""));
  return lazyUnits(entries, ({ path, mark }) => [line(word("- "), filePath(path), word(mark))]);
}

function openPaths({ changes }: Packet): ReadonlySet<string> {
  return new Set(changes.filter(({ committed }) => !committed).map(({ path }) => path));
}

/** The changed files that were not named above. */
function changedFiles({ packet, words, density }: Frame): Units {
  const changes = new Map(packet.changes.map((change) => [change.path, change]));
  const first = new Set(packet.recent_files.slice(0, touchedFirst).map(({ path }) => path));
  const rest = packet.changed_files.filter((path) => density.details || !first.has(path));
  if (!density.foldPaths) {
    return lazyUnits(rest, (path): Unit => {
      const change = changes.get(path);
      if (change === undefined) return [line(word("- "), filePath(path))];
      const facts = [
        ...(density.details ? [words.changeStatus[change.status], countLines(change, words)] : []),
        ...(change.committed ? [] : [words.common.notCommitted]),
      ].filter((fact) => fact !== "");
      return [
        line(word("- "), filePath(path), ...(facts.length === 0 ? [] : aside([word(facts.join(words.comma))], words))),
      ];
    });
  }
  const open = openPaths(packet);
  const folded = [
    ...foldPaths(rest.filter((path) => open.has(path))).map((path) => ({ path, mark: "*" })),
    ...foldPaths(rest.filter((path) => !open.has(path))).map((path) => ({ path, mark: "" })),
  ];
  return lazyUnits(folded, ({ path, mark }) => [line(word("- "), filePath(path), word(mark))]);
}

/** What was committed since the base, oldest first. */
function commits({ packet, density }: Frame): Units {
  return lazyUnits(packet.commits, ({ id, subject }) => [
    line(word("- "), shortId(id), word(" "), data(clip(subject, density.command))),
  ]);
}

function recentFiles({ packet }: Frame): Units {
  const changed = new Set(packet.changed_files);
  const paths = packet.recent_files
    .slice(touchedFirst)
    .map(({ path }) => path)
    .filter((path) => !changed.has(path));
  return lazyUnits(foldPaths(paths), (path) => [line(word("- "), filePath(path))]);
}

function todo({ packet, words, density }: Frame): Units {
  return lazyUnits(packet.todo, ({ text, status }) => [
    line(word("- ["), taskStatusWord(clip(status, 30), words), word("] "), data(clip(text, density.error))),
  ]);
}

function assumptions({ packet, words, density }: Frame): Unit[] {
  return packet.assumptions_to_validate.map(({ text }): Unit => [
    line(word("- "), tone("warn", word(words.common.claim)), word(words.colon), data(clip(text, density.text))),
  ]);
}

function decisions({ packet, words, density }: Frame): Unit[] {
  return packet.decisions.map(({ text, author }): Unit => [
    line(word("- "), data(clip(text, density.text)), ...aside(attribution(clip(author, 80), null), words)),
  ]);
}
