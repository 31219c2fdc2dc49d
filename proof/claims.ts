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
  const history = historyOf(universe.commands);
  return [
    ...packet.changed_files.map((path) => claim("changed file", path, universe.changedPaths.has(path))),
    ...packet.recent_files.map(({ path }) =>
      claim("recent file", path, universe.knownPaths.has(path) || universe.changedPaths.has(path)),
    ),
    ...packet.feedback_tail.flatMap((entry) => {
      const runs = history.get(keyOf(entry.command)) ?? [];
      if (entry.outcome === "failed")
        return [
          claim(
            "failed",
            entry.command,
            some(runs, ({ failed }) => failed),
          ),
        ];
      if (entry.outcome === "passed")
        return [
          claim(
            "passed",
            entry.command,
            some(runs, ({ failed, exit }) => (failed === null ? null : !failed && exit === 0)),
          ),
        ];
      return [claim("ran", entry.command, runs.length > 0)];
    }),
    ...packet.verification.commands.flatMap(({ command, state }) => {
      const last = (history.get(keyOf(command)) ?? []).at(-1);
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

/** "passed" of the packet that nothing stands behind: a masked, unrun or stale command. There may be none. */
export function dishonest(packet: Packet, universe: Universe): readonly string[] {
  const history = historyOf(universe.commands);
  return packet.verification.commands
    .filter(({ state }) => state === "passed")
    .filter(({ command }) => isTrulyPassed((history.get(keyOf(command)) ?? []).at(-1)) !== true)
    .map(({ command }) => command);
}

function isTrulyPassed(last: RanCommand | undefined): boolean {
  return last !== undefined && last.exit === 0 && last.failed === false && !last.staleAfter;
}

function claim(kind: string, text: string, confirmed: boolean | null): Claim {
  return { kind, text, confirmed };
}

function historyOf(commands: readonly RanCommand[]): ReadonlyMap<string, RanCommand[]> {
  const history = new Map<string, RanCommand[]>();
  for (const command of commands) {
    const key = keyOf(command.command);
    history.set(key, [...(history.get(key) ?? []), command]);
  }
  return history;
}

/** Quotes and white space of a command are told in many ways. */
function keyOf(command: string): string {
  return normalise(command).replaceAll(" ", "").slice(0, 60);
}

function some(runs: readonly RanCommand[], test: (run: RanCommand) => boolean | null): boolean | null {
  const answers = runs.map(test);
  if (answers.includes(true)) return true;
  return answers.includes(null) ? null : false;
}

function isSaid(text: string, { userTexts }: Universe): boolean {
  const wanted = bare(text);
  return userTexts.some((said) => bare(said).includes(wanted));
}

function isOpen(text: string, status: string, { todos }: Universe): boolean | null {
  const wanted = bare(text);
  const entry = todos.find((one) => bare(one.text) === wanted);
  if (entry === undefined) return todos.length === 0 ? null : false;
  return entry.done === (status === "done");
}

function isTrueEffect(what: string, state: string, { effects }: Universe): boolean | null {
  const wanted = normalise(what).replaceAll(" ", "");
  const effect = effects.findLast(({ target }) => wanted.includes(keyOf(target)) || keyOf(target).includes(wanted));
  if (effect === undefined) return effects.length === 0 ? null : false;
  return effect.state === state;
}

/** Without marks, blanks and what stands for a secret. */
function bare(text: string): string {
  return normalise(text).replaceAll(/[^\p{L}\p{N}]/gu, "");
}
