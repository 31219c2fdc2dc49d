import type { Packet } from "./packet.ts";

/** Classes of facts that a hop from one packet to the next can lose. */
export type FactClass =
  | "next_action"
  | "failed_attempts"
  | "constraints"
  | "changed_files"
  | "verdict"
  | "effects"
  | "questions_for_human"
  | "todo"
  | "open_risks"
  | "assumptions_to_validate";

export interface Fact {
  readonly class: FactClass;
  readonly text: string;
}

interface ResolvedFact extends Fact {
  /** What settled it, as the later packet shows it. */
  readonly by: string;
}

/**
 * What the hop from packet `a` to packet `b` did to the facts.
 * `dropped`: in `a`, not in `b`, and nothing in `b` settles it: the hop lost it.
 */
export interface FactDiff {
  readonly a: string;
  readonly b: string;
  readonly kept: readonly Fact[];
  readonly new: readonly Fact[];
  readonly resolved: readonly ResolvedFact[];
  readonly dropped: readonly Fact[];
}

/** A fact with the key that makes it the same fact in both packets, and its state, if it has one. */
interface Keyed {
  readonly key: string;
  readonly text: string;
  /** A fact that is already settled: its leaving loses nothing. */
  readonly settledBy?: string;
}

interface ClassRule {
  readonly class: FactClass;
  readonly list: (packet: Packet) => readonly Keyed[];
  /** How `b` settles a fact of `a` that it does not hold any more; null when it does not. */
  readonly settle: (fact: Keyed, a: Packet, b: Packet) => string | null;
}

/** Compare two packets fact by fact. Facts are matched by class and key; the order is that of the packets. */
export function diffPackets(a: Packet, b: Packet): FactDiff {
  const kept: Fact[] = [];
  const added: Fact[] = [];
  const resolved: ResolvedFact[] = [];
  const dropped: Fact[] = [];
  for (const rule of rules) {
    const before = distinct(rule.list(a));
    const after = distinct(rule.list(b));
    for (const [key, fact] of before) {
      const later = after.get(key);
      const settledBy = later === undefined ? (fact.settledBy ?? rule.settle(fact, a, b)) : later.settledBy;
      if (later !== undefined && (settledBy === undefined || fact.settledBy !== undefined)) {
        kept.push({ class: rule.class, text: later.text });
      } else if (settledBy === null || settledBy === undefined) {
        dropped.push({ class: rule.class, text: fact.text });
      } else {
        resolved.push({ class: rule.class, text: fact.text, by: settledBy });
      }
    }
    for (const [key, fact] of after) if (!before.has(key)) added.push({ class: rule.class, text: fact.text });
  }
  return { a: a.packet_id, b: b.packet_id, kept, new: added, resolved, dropped };
}

function distinct(facts: readonly Keyed[]): ReadonlyMap<string, Keyed> {
  const byKey = new Map<string, Keyed>();
  for (const fact of facts) if (!byKey.has(fact.key)) byKey.set(fact.key, fact);
  return byKey;
}

const rules: readonly ClassRule[] = [
  { class: "next_action", list: listNextAction, settle: settleNextAction },
  { class: "failed_attempts", list: listFailures, settle: settleFailure },
  { class: "constraints", list: (packet) => byText(packet.constraints), settle: () => null },
  { class: "changed_files", list: listFiles, settle: settleFile },
  { class: "verdict", list: listVerdicts, settle: settleVerdict },
  { class: "effects", list: listEffects, settle: settleEffect },
  { class: "questions_for_human", list: listQuestions, settle: settleQuestion },
  { class: "todo", list: listTodo, settle: (fact, _a, b) => findDone(fact, b) },
  { class: "open_risks", list: listRisks, settle: settleRisk },
  {
    class: "assumptions_to_validate",
    list: (packet) => byText(packet.assumptions_to_validate),
    settle: settleAssumption,
  },
];

function listNextAction({ next_action: text }: Packet): Keyed[] {
  return text === "" ? [] : [{ key: text, text }];
}

/** A step that somebody noted is settled by a word that it is done, or by a newer note; a derived one by any later step. */
function settleNextAction(fact: Keyed, a: Packet, b: Packet): string | null {
  const { kind, locator } = a.next_action_source;
  if (kind !== "note") return b.next_action || null;
  const later = b.next_action_source;
  const replaced = later.kind === "note" && later.locator !== locator;
  return findDone(fact, b, locator) ?? (replaced ? b.next_action : null);
}

function byText(entries: readonly { readonly text: string }[]): Keyed[] {
  return entries.map(({ text }) => ({ key: text, text }));
}

function listFailures(packet: Packet): Keyed[] {
  const entries = packet.feedback_tail.filter((entry) => entry.outcome === "failed" || entry.outcome === "not_run");
  const resolvers = new Map(entries.filter(isResolved).map((entry) => [entry.command, entry.resolved_by]));
  return packet.failed_attempts.map((text) => {
    const command = commandOfAttempt(text);
    const resolver = resolvers.get(command);
    return { key: text, text, ...(resolver === undefined ? {} : { settledBy: resolver }) };
  });
}

function isResolved<T extends { readonly resolved_by: string | null }>(
  entry: T,
): entry is T & { readonly resolved_by: string } {
  return entry.resolved_by !== null;
}

/** The command of `CMD -> exit N: line`: up to the last arrow that an exit follows. */
function commandOfAttempt(text: string): string {
  return /^(?<command>[\s\S]*?) -> (?:exit -?\d|no exit code)/.exec(text)?.groups?.["command"] ?? text;
}

function settleFailure(fact: Keyed, _a: Packet, b: Packet): string | null {
  const command = commandOfAttempt(fact.key);
  const pass = b.feedback_tail.findLast((entry) => entry.command === command && entry.outcome === "passed");
  if (pass !== undefined) return pass.id;
  const state = b.verification.commands.find((entry) => entry.command === command && entry.state === "passed");
  return state === undefined ? null : (state.evidence ?? state.command);
}

function listFiles(packet: Packet): Keyed[] {
  return packet.changed_files.map((path) => ({ key: path, text: path }));
}

/** A committed change leaves the list when the later packet counts from a later base; anything else is lost work. */
function settleFile(fact: Keyed, a: Packet, b: Packet): string | null {
  const change = a.changes.find((entry) => entry.path === fact.key);
  const base = b.changed_since.commit;
  if (change?.committed !== true || base === null || base === a.changed_since.commit) return null;
  return base;
}

function listVerdicts(packet: Packet): Keyed[] {
  const { verdict, commands } = packet.verification;
  const overall = { key: `verdict: ${verdict}`, text: verdict };
  return [overall, ...commands.map((entry) => commandFact(entry.command, entry.state))];
}

function commandFact(command: string, state: string): Keyed {
  return { key: `${command} = ${state}`, text: `${command} = ${state}` };
}

/** A judgement gives way only to one that says passed or failed; "not known any more" is a loss. */
function settleVerdict(fact: Keyed, a: Packet, b: Packet): string | null {
  const states = [
    { before: a.verification.verdict, after: b.verification.verdict, key: `verdict: ${a.verification.verdict}` },
    ...a.verification.commands.map((entry) => ({
      before: entry.state,
      after: b.verification.commands.find((later) => later.command === entry.command)?.state,
      key: commandFact(entry.command, entry.state).key,
    })),
  ];
  const state = states.find(({ key }) => key === fact.key);
  if (state?.after === "passed" || state?.after === "failed") return state.after;
  const knewLittle = state !== undefined && state.before !== "passed" && state.before !== "failed";
  return knewLittle && state.after !== undefined ? state.after : null;
}

function listEffects(packet: Packet): Keyed[] {
  return packet.effects.map(({ id, what, state }) => ({ key: `${id} ${state}`, text: `${what} (${state})` }));
}

function settleEffect(fact: Keyed, a: Packet, b: Packet): string | null {
  const before = a.effects.find(({ id, state }) => `${id} ${state}` === fact.key);
  const after = b.effects.find(({ id }) => id === before?.id);
  // Known to be done and then unknown again is a loss, not an answer.
  return after === undefined || after.state === "unknown" ? null : after.state;
}

function listQuestions(packet: Packet): Keyed[] {
  return packet.questions_for_human.map(({ id, text }) => ({ key: id, text }));
}

function settleQuestion(fact: Keyed, a: Packet, b: Packet): string | null {
  const known = new Set(a.decisions.map(({ text }) => text));
  const answer = b.decisions.find(
    ({ text, answers }) =>
      answers === fact.key || (!known.has(text) && (text.includes(fact.key) || text.includes(fact.text))),
  );
  return answer?.text ?? findDone(fact, b, fact.key);
}

/** How the source of an assumption names the note that it stands in. */
const noteSource = "note ";

const finished = /^(?:done|completed?|closed|cancell?ed)$/i;

function listTodo(packet: Packet): Keyed[] {
  return packet.todo.map(({ text, status, source }) => ({
    key: text,
    text,
    ...(finished.test(status) ? { settledBy: source } : {}),
  }));
}

/** What somebody noted as done, if it names the note by its id, or the text. */
function findDone({ text }: Pick<Keyed, "text">, packet: Packet, id: string | null = null): string | null {
  const closes = (entry: Packet["done"][number]): boolean =>
    (id !== null && entry.answers === id) || entry.text.includes(text);
  return packet.done.find(closes)?.text ?? null;
}

function listRisks(packet: Packet): Keyed[] {
  return packet.open_risks.map(({ severity, code, detail }) => ({
    key: `${code}: ${detail}`,
    text: `[${severity}] ${code}: ${detail}`,
  }));
}

/**
 * A risk is settled when what raised it says otherwise now: the clean-state check, the acceptance command,
 * the probe of an effect. What somebody noted needs somebody to note that it is done.
 */
function settleRisk(fact: Keyed, a: Packet, b: Packet): string | null {
  const end = fact.key.indexOf(": ");
  const [code, detail] = [fact.key.slice(0, end), fact.key.slice(end + 2)];
  const raises = (packet: Packet): boolean =>
    [...packet.clean_state.blocking, ...packet.clean_state.warnings].some((issue) => issue.code === code);
  if (raises(a) && !raises(b)) return "clean_state";
  const command = b.verification.commands.find((entry) => detail.startsWith(`${entry.command}: `));
  const judged = command?.state === "passed" || command?.state === "failed";
  if (code.startsWith("verification_") && judged && code !== `verification_${command.state}`) return command.state;
  const effect = b.effects.find((entry) => entry.state !== "unknown" && detail.startsWith(`${entry.what}: `));
  if (code === "effect_unknown" && effect !== undefined) return effect.state;
  return findDone({ text: detail }, b);
}

/** An assumption is settled by a review that came in between, or by a note that names it: that it holds, or that it does not. */
function settleAssumption(fact: Keyed, a: Packet, b: Packet): string | null {
  const reviewed = b.review.path !== null && JSON.stringify(b.review) !== JSON.stringify(a.review);
  const noted = a.assumptions_to_validate.find(({ text }) => text === fact.key);
  const id = noted?.source.startsWith(noteSource) === true ? noted.source.slice(noteSource.length) : null;
  const denied = id === null ? undefined : b.decisions.find(({ answers }) => answers === id);
  return reviewed ? b.review.path : (findDone(fact, b, id) ?? denied?.text ?? null);
}
