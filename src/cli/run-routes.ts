import { buildCommand, buildRouteMap, type Command, type RouteMap } from "@stricli/core";
import type { CliContext } from "./cli-context.ts";
import { amount, json, known, many, on, pair, parsed, proposing, text, value, whole, type Pair } from "./flags.ts";
import type { JsonFlag } from "./routes.ts";

/** The commands for runs: work with side effects, journalled. */

export interface RootFlags extends JsonFlag {
  readonly root?: string;
}
export interface RunStartFlags extends RootFlags {
  readonly goal?: string;
  readonly may?: readonly string[];
  readonly mustNot?: readonly string[];
  readonly input?: readonly Pair[];
  readonly tool?: readonly Pair[];
  readonly value?: readonly Pair[];
  readonly volatile?: readonly string[];
  readonly steps?: string;
  readonly budgetAttempts?: number;
  readonly budgetCalls?: number;
  readonly budgetCost?: number;
  readonly budgetSeconds?: number;
  readonly attemptOf?: string;
}
export interface RunStepFlags {
  readonly root?: string;
  readonly input?: readonly Pair[];
  readonly artifact?: string;
  readonly expect?: readonly Pair[];
  readonly probe?: string;
  readonly safeToRetry?: boolean;
  readonly retry?: boolean;
  readonly free?: boolean;
  readonly takeover?: string;
}
export interface RunFinishFlags extends RootFlags {
  readonly failed?: string;
  readonly interrupted?: string;
  readonly takeover?: string;
}
export interface RunSettleFlags extends RootFlags {
  readonly done?: string;
  readonly notDone?: string;
  readonly takeover?: string;
}
export interface InspectFlags extends RootFlags {
  readonly probe?: boolean;
  readonly tools?: boolean;
  readonly value?: readonly Pair[];
}
export interface RecoverFlags extends InspectFlags {
  readonly record: string;
}
export interface DrillFlags extends RootFlags {
  readonly case: "exported" | "partial" | "empty";
  readonly run?: string;
}

const root = value("Folder that holds runs (default: the home)", "folder");
const runName = {
  brief: "Name of the run",
  parse: text,
  placeholder: "run",
  proposeCompletions: known("runs"),
} as const;
const takeover = value("Go on although an executor lives, cannot be seen or wrote on; say why", "reason");
const values = many(pair, "An input given by value, to be compared (NAME=TEXT)", "name=text");
const probe = on("Ask the real systems about steps in doubt, with the read-only probes they name");
const tools = on("Run the read-only commands that tell versions of tools, and compare them");

const start = buildCommand<RunStartFlags, [string], CliContext>({
  loader: async () => (await import("./commands/run-start.ts")).runStart,
  parameters: {
    flags: {
      root,
      goal: value("What the run is for", "text"),
      may: many(text, "What whoever recovers it may do", "text"),
      mustNot: many(text, "What whoever recovers it must not do", "text"),
      input: many(pair, "File or folder that the work depends on (NAME=PATH)", "name=path"),
      tool: many(pair, 'Read-only command that tells a version (NAME="CMD ARGS")', "name=command"),
      value: many(pair, "Text that the work depends on (NAME=TEXT)", "name=text"),
      volatile: many(text, "Name of an input that is noted but does not matter", "name"),
      steps: value("Keys of the steps to come, with commas", "keys"),
      budgetAttempts: parsed(whole, "At most so many attempts at steps, over all sessions", "n"),
      budgetCalls: parsed(whole, "At most so many calls", "n"),
      budgetCost: parsed(amount, "At most so much cost", "n"),
      budgetSeconds: parsed(amount, "At most so many seconds inside steps", "n"),
      attemptOf: proposing(value("Earlier run that this one attempts anew", "run"), known("runs")),
      json,
    },
    positional: { kind: "tuple", parameters: [runName] },
  },
  docs: { brief: "Begin a run: what it depends on, what it may and must not do, what it may cost" },
});

const step = buildCommand<RunStepFlags, string[], CliContext>({
  loader: async () => (await import("./commands/run-step.ts")).runStep,
  parameters: {
    flags: {
      root,
      input: many(
        pair,
        "What the effect depends on (NAME=TEXT); other inputs under the same key are refused",
        "name=text",
      ),
      artifact: value("Folder that the command makes in PASSDOWN_ARTIFACT: artifact, or artifact/NAME", "name"),
      expect: many(pair, "Digest known in advance of a file of the artifact (FILE=SHA256)", "file=sha256"),
      probe: value(
        "Read-only command that asks whether the effect happened: exit 0 done, exit 1 and a first line not_done not done, else unknown",
        "command",
      ),
      safeToRetry: on("Once a probe says not done, a new attempt cannot do harm"),
      retry: on("Make that new attempt"),
      free: on("It costs no calls and no money"),
      takeover,
    },
    positional: {
      kind: "array",
      parameter: {
        brief: "Run, key, then the command after --",
        parse: text,
        placeholder: "argument",
        proposeCompletions: known("runs"),
      },
      minimum: 3,
    },
  },
  docs: {
    brief: "Do one effect at most once: journal the intent, run the command, keep the receipt",
    customUsage: ["RUN KEY [OPTIONS] -- COMMAND..."],
    fullDescription: [
      "Do one effect at most once: journal the intent, run the command, keep the receipt.",
      "",
      "Exit 0 of the command means done. Any other exit leaves the effect unknown, unless the command declares " +
        "otherwise in the file named by PASSDOWN_OUTCOME, one line each, kept as soon as it stands there:",
      "",
      "  not_done REASON            certainly nothing happened (and end with another exit than 0)",
      "  progress KEY=VALUE         what is known so far, a remote id for example",
      "  spent calls=N cost=N       what it used; ? for an unknown amount",
      "",
      "The command also has PASSDOWN_RUN, PASSDOWN_STEP, PASSDOWN_ATTEMPT, PASSDOWN_ARTIFACT and " +
        "PASSDOWN_OPERATION (RUN/KEY: give it to the system that you change, so that it can be asked by it).",
      "A step that was done before is attached to: exit 0, nothing is executed. In doubt, or refused: exit 1.",
    ].join("\n"),
  },
});

const finish = buildCommand<RunFinishFlags, [string], CliContext>({
  loader: async () => (await import("./commands/run-finish.ts")).runFinish,
  parameters: {
    flags: {
      root,
      failed: value("It failed, and why", "reason"),
      interrupted: value("It stops here and may be gone on with, and why", "reason"),
      takeover,
      json,
    },
    positional: { kind: "tuple", parameters: [runName] },
  },
  docs: { brief: "End a run; it counts as finished only when every step is done" },
});

const settle = buildCommand<RunSettleFlags, [string, string], CliContext>({
  loader: async () => (await import("./commands/run-settle.ts")).runSettle,
  parameters: {
    flags: {
      root,
      done: value("You know that it happened, and from where", "text"),
      notDone: value("You know that it did not happen, and from where: a new attempt is allowed", "text"),
      takeover,
      json,
    },
    positional: {
      kind: "tuple",
      parameters: [runName, { brief: "Key of the step", parse: text, placeholder: "key" }],
    },
  },
  docs: { brief: "Write down what a person found out about a step in doubt; executes nothing" },
});

const list = buildCommand<RootFlags, [], CliContext>({
  loader: async () => (await import("./commands/run-list.ts")).runList,
  parameters: { flags: { root, json } },
  docs: { brief: "Every run with what its evidence says" },
});

/** In the list of commands each stands in a line that can be read; its own help names every option. */
function withUsage(command: Command<CliContext>, usage: string): Command<CliContext> {
  return { ...command, formatUsageLine: ({ prefix }) => [...prefix, usage].join(" ") };
}

export const run: RouteMap<CliContext> = buildRouteMap({
  routes: {
    start: withUsage(start, "[OPTIONS] RUN"),
    step: withUsage(step, "RUN KEY [OPTIONS] -- COMMAND..."),
    settle: withUsage(settle, "RUN KEY --done TEXT | --not-done TEXT"),
    finish: withUsage(finish, "[--failed REASON | --interrupted REASON] RUN"),
    list,
  },
  docs: { brief: "Work with side effects, journalled: start, step, settle, finish, list" },
});

export const inspect: Command<CliContext> = buildCommand<InspectFlags, [string], CliContext>({
  loader: async () => (await import("./commands/inspect.ts")).inspect,
  parameters: {
    flags: { root, probe, tools, value: values, json },
    positional: { kind: "tuple", parameters: [runName] },
  },
  docs: {
    brief:
      "Judge an interrupted run from what it left; changes nothing, and executes nothing without --probe or --tools",
  },
});

export const recover: Command<CliContext> = buildCommand<RecoverFlags, [string], CliContext>({
  loader: async () => (await import("./commands/recover.ts")).recover,
  parameters: {
    flags: {
      root,
      record: { kind: "parsed", parse: text, brief: "Name of the new record; must not exist", placeholder: "name" },
      probe,
      tools,
      value: values,
      json,
    },
    positional: { kind: "tuple", parameters: [runName] },
  },
  docs: { brief: "Inspect a run and keep the judgement in a new record beside it" },
});

export const drill: Command<CliContext> = buildCommand<DrillFlags, [], CliContext>({
  loader: async () => (await import("./commands/drill.ts")).drill,
  parameters: {
    flags: {
      case: {
        kind: "enum",
        values: ["exported", "partial", "empty"],
        brief: "Interrupted with the artifact whole, with half of it, or before it",
      },
      run: value("Name of the run (default: resume-01, partial-01, empty-01)", "run"),
      root,
      json,
    },
  },
  docs: { brief: "Build a teaching interruption for real, marked as simulated" },
});
