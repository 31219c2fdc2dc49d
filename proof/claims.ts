import type { Packet } from "../src/index.ts";
import type { RanCommand, Universe } from "./facts.ts";
import { normalise } from "./match.ts";

/** A typed statement of a packet, and whether the truth confirms it; null: the truth does not know. */
export interface Claim {
  readonly kind: string;
  readonly text: string;
  readonly confirmed: boolean | null;
}

/** Every typed statement of the packet about what happened. Prose (summary, last message) is none. */
export function claimsOf(packet: Packet, universe: Universe): readonly Claim[] {
  const runsOf = historyOf(universe.commands);
  return [
    ...packet.changed_files.map((path) => claim("changed file", path, universe.changedPaths.has(path))),
    ...packet.recent_files.map(({ path }) =>
      claim("recent file", path, universe.knownPaths.has(path) || universe.changedPaths.has(path)),
    ),
    ...packet.feedback_tail.map(({ command, outcome, resolved_by }) => {
      const runs = runsOf(command);
      if (outcome === "failed") return claim("failed", command, isTrulyFailed(runs, resolved_by !== null));
      if (outcome === "passed") return claim("passed", command, some(runs, passed));
      return claim("ran", command, runs.length > 0);
    }),
    ...(packet.checks ?? []).map(({ command, outcome }) => {
      const last = runsOf(command).at(-1);
      return claim("check", command, outcome === "passed" ? last !== undefined && passed(last) : last !== undefined);
    }),
    ...packet.verification.commands.flatMap(({ command, state }) => {
      const last = runsOf(command).at(-1);
      if (state === "passed") return [claim("verified", command, isTrulyPassed(last))];
      if (state === "failed") return [claim("verified red", command, last?.failed ?? false)];
      return [];
    }),
    ...packet.constraints.map(({ text }) => claim("constraint", text, isSaid(text, universe))),
    ...(packet.last_request === null
      ? []
      : [claim("request", packet.last_request.text, isSaid(packet.last_request.text, universe))]),
    ...packet.todo.map(({ text, status }) => claim("todo", text, isOpen(text, status, universe))),
    ...packet.effects.map(({ what, state }) => claim("effect", what, isTrueEffect(what, state, universe))),
  ];
}

/** Each "passed" that nothing stands behind: a command that was masked, not run, or run before the last change. */
export function dishonest(packet: Packet, universe: Universe): readonly string[] {
  const runsOf = historyOf(universe.commands);
  return [
    ...packet.verification.commands
      .filter(({ state, command }) => state === "passed" && !isTrulyPassed(runsOf(command).at(-1)))
      .map(({ command }) => `verification: ${command}`),
    ...(packet.checks ?? [])
      .filter(({ outcome, command }) => outcome === "passed" && !runsOf(command).some(passed))
      .map(({ command }) => `check: ${command}`),
    ...(packet.checks ?? [])
      .filter(({ current, command }) => current === "this_content" && runsOf(command).at(-1)?.staleAfter !== false)
      .map(({ command }) => `check on this content: ${command}`),
    ...packet.feedback_tail
      .filter(({ outcome, command }) => outcome === "passed" && !runsOf(command).some(passed))
      .map(({ command }) => `feedback: ${command}`),
  ];
}

function passed({ exit, failed }: RanCommand): boolean {
  return exit === 0 && failed === false;
}

/** A failure that is told as open is none any more when the newest run passed. */
function isTrulyFailed(runs: readonly RanCommand[], resolved: boolean): boolean | null {
  const last = runs.at(-1);
  if (!resolved && last !== undefined && passed(last)) return false;
  return some(runs, ({ failed }) => failed);
}

function isTrulyPassed(last: RanCommand | undefined): boolean {
  return last !== undefined && passed(last) && !last.staleAfter;
}

function claim(kind: string, text: string, confirmed: boolean | null): Claim {
  return { kind, text, confirmed };
}

type RunsOf = (command: string) => readonly RanCommand[];

/** The runs of a command; where none is the very same, those that begin alike: a packet may tell a long one cut. */
function historyOf(commands: readonly RanCommand[]): RunsOf {
  const same = grouped(commands, bareCommand);
  const alike = grouped(commands, keyOf);
  return (command) => same.get(bareCommand(command)) ?? alike.get(keyOf(command)) ?? [];
}

function grouped(
  commands: readonly RanCommand[],
  key: (command: string) => string,
): ReadonlyMap<string, readonly RanCommand[]> {
  const groups = new Map<string, RanCommand[]>();
  for (const command of commands) {
    const group = groups.get(key(command.command)) ?? [];
    groups.set(key(command.command), [...group, command]);
  }
  return groups;
}

/** Quotes and white space of a command are told in many ways. */
function bareCommand(command: string): string {
  return normalise(command).replaceAll(" ", "");
}

function keyOf(command: string): string {
  return bareCommand(command).slice(0, 60);
}

function some(runs: readonly RanCommand[], test: (run: RanCommand) => boolean | null): boolean | null {
  const answers = runs.map(test);
  if (answers.includes(true)) return true;
  return answers.includes(null) ? null : false;
}

function isSaid(text: string, { userTexts, superseded }: Universe): boolean {
  // A slash command is told by its name, which no message holds, and its words.
  const wanted = bare(text.replace(/^\/\S+/, ""));
  if (superseded.some((said) => bare(said) === wanted)) return false;
  return userTexts.some((said) => bare(said).includes(wanted));
}

function isOpen(text: string, status: string, { todos, complete }: Universe): boolean | null {
  const wanted = bare(text);
  const entry = todos.find((one) => bare(one.text) === wanted);
  if (entry === undefined) return todos.length === 0 && !complete ? null : false;
  return entry.done === (status === "done");
}

function isTrueEffect(what: string, state: string, { effects, complete }: Universe): boolean | null {
  const wanted = bareCommand(what);
  const effect =
    effects.findLast(({ target }) => wanted.includes(bareCommand(target))) ??
    effects.findLast(({ target }) => wanted.includes(keyOf(target)) || keyOf(target).includes(wanted));
  // Not to know is no claim; that nothing happened is one.
  if (state === "unknown" && effect?.state !== "unknown") return null;
  if (effect === undefined) return complete ? state === "not_done" : null;
  return effect.state === state;
}

/** Without marks, blanks and what stands for a secret. */
function bare(text: string): string {
  return normalise(text).replaceAll(/[^\p{L}\p{N}]/gu, "");
}
