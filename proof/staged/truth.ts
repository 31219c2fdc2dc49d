import type { Fact, RanCommand, Universe } from "../facts.ts";
import { changedPaths, newestCommit, sessionPaths } from "./git-truth.ts";
import type { Executed, ObservedRun } from "./execute.ts";
import type { Tool } from "./session.ts";
import type { RunStep, UserStep } from "./step.ts";

/** What a client can store at all: facts that its transcript cannot hold are none of its session. */
export interface Abilities {
  readonly todos: boolean;
  /** The command with which this client reads or searches, where it has no tool of its own for it. */
  readonly commandOf: (tool: Tool) => string | null;
}

/** Facts of an executed session: from git, exit codes, outputs and the counts outside; from no transcript. */
export function factsOf(executed: Executed, abilities: Abilities): readonly Fact[] {
  const { scenario, runs } = executed;
  const texts = scenario.steps.filter((step): step is UserStep => step.do === "user");
  const request = texts.findLast((step) => step.request !== false);
  return [
    ...sessionPaths(executed).map((path): Fact => ({ class: "file", path })),
    ...failuresOf(runs),
    ...verificationsOf(executed),
    ...commitsOf(executed).map((id): Fact => ({ class: "commit", id })),
    ...(abilities.todos ? todosOf(executed) : [])
      .filter(({ done }) => !done)
      .map(({ text }): Fact => ({ class: "todo", text })),
    ...texts.flatMap((step) => step.constraints ?? []).map((text): Fact => ({ class: "constraint", text })),
    ...(request === undefined ? [] : [{ class: "request", text: request.text } satisfies Fact]),
    ...effectsOf(runs).map((effect): Fact => ({ class: "effect", ...effect })),
  ];
}

export function universeOf(executed: Executed, abilities: Abilities): Universe {
  const { session, runs, trees, final } = executed;
  const observed = new Map(runs.map((run) => [run.event, run]));
  const commands = session.events.flatMap((event, index): RanCommand[] => {
    if (event.kind !== "call") return [];
    const staleAfter = trees[index] !== final.digest;
    const run = observed.get(index);
    if (run !== undefined) return [{ ...ranOf(run), staleAfter }];
    const command = abilities.commandOf(event.tool);
    if (command === null) return [];
    const exit = event.result?.exit ?? null;
    return [{ command, exit, failed: exit === null ? null : exit !== 0, error: null, staleAfter }];
  });
  return {
    commands,
    changedPaths: changedPaths(executed),
    knownPaths: knownPaths(executed),
    complete: true,
    superseded: executed.scenario.superseded ?? [],
    userTexts: session.events.flatMap((event) => {
      if (event.kind === "user") return [event.text];
      return event.kind === "call" && event.tool.name === "ask" && event.result !== null ? [event.result.output] : [];
    }),
    todos: abilities.todos ? todosOf(executed) : [],
    effects: effectsOf(runs),
  };
}

/** The line of the output that says why the command failed; null where it did not. */
export function errorOf({ step, output, exit }: ObservedRun): string | null {
  const failed = step.masked === "told" || (exit !== null && exit !== 0 && step.look !== true);
  if (!failed) return null;
  const line = output.split("\n").find((one) => step.why?.test(one) === true);
  if (line === undefined) throw new Error(`${step.command}: no line of its output says why it failed:\n${output}`);
  return line.trim();
}

function ranOf(run: ObservedRun): Omit<RanCommand, "staleAfter"> {
  const { step, exit } = run;
  const failed = step.masked === "told" ? true : step.masked === "untold" || exit === null ? null : exit !== 0;
  return { command: step.command, exit, failed, error: errorOf(run) };
}

/** One for each command that failed, unless it, or the check that it is a run of, passed later. */
function failuresOf(runs: readonly ObservedRun[]): readonly Fact[] {
  const open = new Map<string, { readonly step: RunStep; readonly error: string }>();
  for (const run of runs) {
    const error = errorOf(run);
    const { step } = run;
    if (error !== null) {
      open.delete(step.command);
      open.set(step.command, { step, error });
    } else if (passed(run)) {
      open.delete(step.command);
      for (const [command, one] of open)
        if (one.step.check !== undefined && one.step.check === step.check) open.delete(command);
    }
  }
  return [...open].map(([command, { error }]): Fact => ({ class: "failure", command, error }));
}

function passed({ step, exit }: ObservedRun): boolean {
  return exit === 0 && step.masked === undefined;
}

/** Of each check: the last run on the files as they are that tells anything; without one it was not run. */
function verificationsOf({ runs, final }: Executed): readonly Fact[] {
  const checks = new Map<string, ObservedRun[]>();
  for (const run of runs) {
    const { check } = run.step;
    if (check !== undefined) checks.set(check, [...(checks.get(check) ?? []), run]);
  }
  return [...checks.values()].map((all): Fact => {
    const told = all.findLast((run) => run.after.digest === final.digest && tells(run));
    const { command } = (told ?? all.at(-1) ?? runs[0])?.step ?? { command: "" };
    const verdict = told === undefined ? "not_run" : passed(told) ? "passed" : "failed";
    return { class: "verification", command, verdict };
  });
}

/** 127: there was nothing to run. */
function tells({ step, exit }: ObservedRun): boolean {
  return exit !== null && exit !== 127 && step.masked !== "untold";
}

/** The newest commit of the session, and the newest that a check passed on and none failed on. */
function commitsOf(executed: Executed): readonly string[] {
  const { runs } = executed;
  const checks = runs.filter((run) => run.step.check !== undefined && tells(run));
  const green = checks.flatMap((run) => {
    if (!passed(run)) return [];
    const committed = runs.findLast(({ after }) => after.clean && after.digest === run.after.digest);
    const red = checks.some(
      (other) => !passed(other) && other.after.digest === run.after.digest && !passedAgain(checks, other),
    );
    return committed === undefined || red ? [] : [committed.after.commit];
  });
  const commits = [green.at(-1), newestCommit(executed)].filter((id): id is string => id !== undefined);
  return [...new Set(commits)];
}

function passedAgain(checks: readonly ObservedRun[], failed: ObservedRun): boolean {
  return checks.some(
    (run) =>
      run.event > failed.event &&
      passed(run) &&
      run.step.check === failed.step.check &&
      run.after.digest === failed.after.digest,
  );
}

function todosOf({ session }: Executed): readonly { readonly text: string; readonly done: boolean }[] {
  const last = session.events.findLast((event) => event.kind === "call" && event.tool.name === "todos");
  if (last?.kind !== "call" || last.tool.name !== "todos") return [];
  return last.tool.items.map(({ text, status }) => ({ text, done: status === "completed" }));
}

/** Effects that failed are failures and nothing else. */
function effectsOf(runs: readonly ObservedRun[]): Universe["effects"] {
  return runs.flatMap(({ step, exit, seen }) => {
    if (step.effect === undefined || (exit !== null && exit !== 0)) return [];
    if (!seen) throw new Error(`${step.command}: nothing was counted outside`);
    return [{ target: step.command, state: exit === null ? ("unknown" as const) : ("done" as const) }];
  });
}

/** Every path that a tool named, or that its output shows, and that was there at some time. */
function knownPaths(executed: Executed): ReadonlySet<string> {
  const { session, world, scenario } = executed;
  const all = new Set([...changedPaths(executed), ...world.git.list(["ls-files", "--cached", "--others"])]);
  const texts = session.events.flatMap((event) => {
    if (event.kind !== "call") return [];
    const { tool, result } = event;
    const own = tool.name === "command" ? [tool.command] : "path" in tool ? [tool.path] : [];
    return [...own, ...(tool.name === "command" || tool.name === "search" ? [result?.output ?? ""] : [])];
  });
  const below = scenario.cwd === undefined ? "" : `${scenario.cwd}/`;
  const named = (path: string): boolean => texts.some((text) => text.includes(path));
  return new Set(
    [...all].filter(
      (path) => named(path) || (below !== "" && path.startsWith(below) && named(path.slice(below.length))),
    ),
  );
}
