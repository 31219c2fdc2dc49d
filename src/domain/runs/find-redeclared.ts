import { canonicalJson } from "../digest.ts";
import type { RunContext, RunInput } from "./run.ts";

/** The first thing that a run is declared with now and was not when it began, in words; null where all is the same. */
export function findRedeclared(was: RunContext, is: RunContext): string | null {
  return (
    compareInputs(was, is) ??
    compare("goal", was.scope.goal, is.scope.goal) ??
    compareSets("may", was.scope.may, is.scope.may) ??
    compareSets("must not", was.scope.must_not, is.scope.must_not) ??
    compareSets("volatile", was.volatile, is.volatile) ??
    compare("working folder", was.scope.base, is.scope.base) ??
    compare("budget of attempts", was.budget.attempts, is.budget.attempts) ??
    compare("budget of calls", was.budget.calls, is.budget.calls) ??
    compare("budget of cost", was.budget.cost, is.budget.cost) ??
    compare("budget of time in ms", was.budget.time_ms, is.budget.time_ms) ??
    compare("earlier run", was.attempt_of, is.attempt_of) ??
    compareSteps(was.steps, is.steps)
  );
}

function compareInputs({ inputs, volatile }: RunContext, { inputs: present }: RunContext): string | null {
  for (const name of new Set([...inputs, ...present].map((input) => input.name))) {
    const was = inputs.find((input) => input.name === name);
    const is = present.find((input) => input.name === name);
    if (was === undefined) return `input ${name} was not declared`;
    if (is === undefined) return `input ${name} was declared and is not any more`;
    const from = compare(`input ${name}`, sourceOf(was), sourceOf(is));
    if (from !== null) return from;
    if (was.sha256 !== is.sha256 && !volatile.includes(name))
      return compare(`input ${name}`, shown(was), shown(is)) ?? `input ${name} is another text`;
  }
  return null;
}

function sourceOf(input: RunInput): string {
  if (input.kind === "value") return "a value";
  return `${input.kind} ${input.kind === "tool" ? input.command.join(" ") : input.path}`;
}

function shown(input: RunInput): string {
  return "shown" in input ? input.shown : `sha256 ${input.sha256.slice(0, 12)}`;
}

function compare(what: string, was: string | number | null, is: string | number | null): string | null {
  return was === is ? null : `${what} was ${tell(was)}, now it is ${tell(is)}`;
}

function tell(value: string | number | null): string {
  return value === null ? "none" : typeof value === "number" ? String(value) : JSON.stringify(value);
}

function compareSets(what: string, was: readonly string[], is: readonly string[]): string | null {
  const [old, now] = [canonicalJson([...was].sort()), canonicalJson([...is].sort())];
  return old === now ? null : `${what} was ${old}, now it is ${now}`;
}

function compareSteps(was: readonly string[], is: readonly string[]): string | null {
  const added = is.find((key) => !was.includes(key));
  if (added !== undefined) return `step ${added} was not announced`;
  const left = was.find((key) => !is.includes(key));
  return left === undefined ? null : `step ${left} was announced and is not any more`;
}
