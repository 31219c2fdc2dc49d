import { isAbsolute, join } from "node:path";
import type { EffectServer } from "./start-effect-server.ts";
import type { RunStep, Scenario, Step } from "./step.ts";
import { folderMark, type CallEvent, type SessionEvent, type StagedSession, type Todo, type Tool } from "./session.ts";
import { stableOutput } from "./stable-output.ts";
import { createWorld, pathIn, type TreeState, type World } from "./world.ts";
import { projects } from "./projects/index.ts";

/** All sessions begin at the same moment; ten seconds lie between two events. */
export const sessionStart: number = Date.UTC(2026, 8, 14, 9, 0, 0);
const pace = 10_000;

/** What was seen while a command ran: facts are made of this and of git alone. */
export interface ObservedRun {
  readonly step: RunStep;
  readonly output: string;
  readonly exit: number | null;
  /** Its place among the session's events. */
  readonly event: number;
  /** The work tree when it had run. */
  readonly after: TreeState;
  /** The effect was seen outside. */
  readonly seen: boolean;
}

export interface Executed {
  readonly scenario: Scenario;
  readonly world: World;
  readonly session: StagedSession;
  readonly runs: readonly ObservedRun[];
  /** The commit that the session found. */
  readonly base: string;
  /** Digest of the work tree after each event. */
  readonly trees: readonly string[];
  readonly final: TreeState;
}

export interface ExecuteOptions {
  readonly scenario: Scenario;
  readonly folder: string;
  readonly server: EffectServer;
  /** A work tree that earlier steps left, for the next session in it. */
  readonly world?: World;
  readonly startedAt?: number;
}

/** Carries out the steps one after the other and writes down what came of each. */
export async function execute(options: ExecuteOptions): Promise<Executed> {
  const { scenario, folder, server } = options;
  const startedAt = options.startedAt ?? sessionStart;
  const name = scenario.name;
  const world =
    options.world ??
    (await createWorld({
      folder,
      project: scenario.project,
      files: projects[scenario.project],
      foreign: scenario.foreign ?? {},
      address: server.address(name),
      startedAt,
    }));
  const cwd = join(world.root, scenario.cwd ?? "");
  const base = world.git(["rev-parse", "HEAD"]);
  const branch = world.git(["rev-parse", "--abbrev-ref", "HEAD"]);
  const events: SessionEvent[] = [];
  const runs: ObservedRun[] = [];
  const trees: string[] = [];
  let state = world.state();
  const hide = (text: string): string => stableOutput(text).replaceAll(folder, folderMark);
  let at = startedAt;

  const call = (tool: Tool, output: string, ended: Partial<NonNullable<CallEvent["result"]>> = {}): void => {
    const result = { at: at + 2000, output: hide(output), exit: null, interrupted: false, ...ended };
    events.push({ kind: "call", at, tool, result });
  };

  for (const step of scenario.steps) {
    at += pace;
    await take(step);
    if (step.do === "edit" || step.do === "write") state = world.state();
    while (trees.length < events.length) trees.push(state.digest);
  }

  async function take(step: Step): Promise<void> {
    switch (step.do) {
      case "user":
        events.push({ kind: "user", at, text: step.text });
        return;
      case "say":
        events.push({ kind: "agent", at, text: step.text });
        return;
      case "compact":
        events.push({ kind: "compaction", at, summary: step.summary });
        return;
      case "ask":
        call({ name: "ask", question: step.question }, step.answer);
        return;
      case "todos":
        call(
          { name: "todos", items: step.items.map(([text, status]): Todo => ({ text, status: statuses[status] })) },
          "",
        );
        return;
      case "read":
        call({ name: "read", path: step.path }, needed(step.path), { exit: 0 });
        return;
      case "search": {
        const command = `grep -rn '${step.pattern}' '${step.path}'`;
        const ran = await world.run(command, { cwd: world.root, at });
        call({ name: "search", pattern: step.pattern, path: step.path, command }, ran.output, { exit: ran.exit });
        return;
      }
      case "edit": {
        const before = needed(step.path);
        if (before.split(step.old).length !== 2) throw new Error(`${name}: ${step.path} has not one "${step.old}"`);
        world.write(
          step.path,
          before.replace(step.old, () => step.new),
        );
        world.date(at);
        call({ name: "edit", path: step.path, old: step.old, new: step.new, before }, "");
        return;
      }
      case "write": {
        const before = world.read(step.path);
        world.write(step.path, step.content);
        world.date(at);
        call({ name: "write", path: step.path, content: step.content, before }, "");
        return;
      }
      case "run":
        await run(step);
    }
  }

  async function run(step: RunStep): Promise<void> {
    const event = events.length;
    const [calls, pushed] = [server.count(name), step.effect === "push" ? remoteOf(world) : ""];
    const killWhen =
      step.cut === undefined
        ? {}
        : { killWhen: (printed: string) => (step.effect === "server" ? server.count(name) > calls : printed !== "") };
    const ran = await world.run(step.command, { cwd, at, ...killWhen });
    const tool: Tool = { name: "command", command: step.command };
    const output = hide(ran.output);
    if (step.cut === "killed") events.push({ kind: "call", at, tool, result: null });
    else call(tool, output, { exit: ran.exit, interrupted: step.cut === "interrupted" });
    if (step.cut === "interrupted") events.push({ kind: "interruption", at: at + 3000 });
    if (step.look !== true) {
      world.date(at);
      state = world.state();
    }
    const seen = step.effect === "push" ? remoteOf(world) !== pushed : server.count(name) === calls + 1;
    runs.push({ step, output, exit: ran.exit, event, after: state, seen: step.effect !== undefined && seen });
  }

  function needed(path: string): string {
    if (isAbsolute(path)) throw new Error(`${name}: ${path} is not in the work tree`);
    const content = world.read(path);
    if (content === null) throw new Error(`${name}: there is no ${path}`);
    return content;
  }

  const place = (path: string): string => join(folderMark, pathIn(folder, path));
  const session: StagedSession = {
    name,
    root: place(world.root),
    cwd: place(cwd).replace(/\/$/, ""),
    branch,
    commit: base,
    startedAt,
    events,
  };
  return { scenario, world, session, runs, base, trees, final: world.state() };
}

const statuses = { open: "pending", doing: "in_progress", done: "completed" } as const;

function remoteOf(world: World): string {
  return world.git(["ls-remote", "origin"]);
}
