import { buildApplication, buildCommand, buildRouteMap, text_en, type Application } from "@stricli/core";
import { clientNames, type ClientName } from "../domain/session/client-name.ts";
import type { CliContext } from "./cli-context.ts";
import { exitCode } from "./exit-codes.ts";
import { clientName, json, known, many, on, oneOf, proposing, seconds, text, value, whole } from "./flags.ts";
import { completion, importSession, mcp, open } from "./client-routes.ts";
import { drill, inspect, recover, run } from "./run-routes.ts";
import { view } from "./view-route.ts";
import { fetch, push, release, trust } from "./share-routes.ts";
import { version } from "../version.ts";

/** The command table: what each command takes. What each does is loaded only when it is called. */

const topic = {
  kind: "parsed",
  parse: text,
  brief: "Thread of work (default: the active task, else main)",
  placeholder: "topic",
  optional: true,
  proposeCompletions: known("topics"),
} as const;
const branch = {
  kind: "parsed",
  parse: text,
  brief: "Branch instead of the present one",
  placeholder: "branch",
  optional: true,
  proposeCompletions: known("branches"),
} as const;
const session = {
  kind: "parsed",
  parse: text,
  brief: "Session to speak for",
  placeholder: "id",
  optional: true,
  proposeCompletions: known("sessions"),
} as const;
const packetId = {
  brief: "Packet id, a unique beginning of one, or a path",
  parse: text,
  placeholder: "id",
  optional: true,
  proposeCompletions: known("packets"),
} as const;
export interface JsonFlag {
  readonly json?: boolean;
}
export interface TopicFlags extends JsonFlag {
  readonly topic?: string;
  readonly session?: string;
}
export interface ExecFlags {
  readonly note?: string;
  readonly timeout?: number;
  readonly topic?: string;
  readonly session?: string;
}
export interface NoteFlags extends TopicFlags {
  readonly later?: boolean;
  readonly answers?: string;
}
export interface VerifyFlags extends TopicFlags {
  readonly run?: boolean;
}
export interface PackFlags extends TopicFlags {
  readonly force?: string;
  readonly out?: string;
}
export interface PickupFlags extends TopicFlags {
  readonly branch?: string;
  readonly tokens?: number;
  readonly claim?: boolean;
  readonly takeover?: string;
}
export interface PacketFlags extends JsonFlag {
  readonly branch?: string;
  readonly topic?: string;
}
export interface ShowFlags extends PacketFlags {
  readonly markdown?: boolean;
}
export interface LogFlags extends PacketFlags {
  readonly limit?: number;
}
export interface ArchiveFlags extends PacketFlags {
  readonly reason?: string;
}
export interface RestoreFlags extends PacketFlags {
  readonly into: string;
}

export interface AuditFlags extends JsonFlag {
  readonly root?: string;
}

export interface ClientsFlags extends JsonFlag {
  readonly client?: readonly ClientName[];
}
export interface InitFlags extends ClientsFlags {
  readonly dryRun?: boolean;
  readonly remove?: boolean;
  readonly agentsMd?: boolean;
}

const status = buildCommand<TopicFlags, [], CliContext>({
  loader: async () => (await import("./commands/status.ts")).status,
  parameters: { flags: { topic, session, json } },
  docs: { brief: "Where this branch stands: packet, decision, verdict, what waits" },
});

const exec = buildCommand<ExecFlags, string[], CliContext>({
  loader: async () => (await import("./commands/exec.ts")).exec,
  parameters: {
    flags: {
      note: value("What you expect, or why you run it", "text"),
      timeout: {
        kind: "parsed",
        parse: seconds,
        brief: "End the command after this time",
        placeholder: "seconds",
        optional: true,
      },
      topic,
      session,
    },
    positional: {
      kind: "array",
      parameter: { brief: "Command and its arguments, after --", parse: text, placeholder: "command" },
      minimum: 1,
    },
  },
  docs: {
    brief: "Run a command and keep what happened",
    customUsage: ["[--note TEXT] [--timeout SECONDS] -- COMMAND..."],
  },
});

const note = buildCommand<NoteFlags, string[], CliContext>({
  loader: async () => (await import("./commands/note.ts")).note,
  parameters: {
    flags: {
      later: on("With ask: keep the question, but not in the packet"),
      answers: proposing(
        value("With decide or done: id of the note that this closes, or of the effect that it settles", "note"),
        known("notes"),
      ),
      topic,
      session,
      json,
    },
    positional: {
      kind: "array",
      parameter: {
        brief: "Kind, then the text",
        parse: text,
        placeholder: "text",
        proposeCompletions: known("kinds"),
      },
      minimum: 1,
    },
  },
  docs: {
    brief: "Keep what only you can know: what comes next, an assumption, a question, a decision",
    customUsage: [
      { input: "next TEXT", brief: "the first thing that the next session does" },
      { input: "assume TEXT", brief: "something taken for true that nobody has checked" },
      { input: "block TEXT", brief: "what the work waits for" },
      { input: "ask [--later] TEXT", brief: "a question to the human; blocks the next action unless --later" },
      { input: "risk TEXT", brief: "what may go wrong; name a red command here to hand it over" },
      { input: "decide [--answers ID] TEXT", brief: "what was decided, and which question it answers" },
      { input: "constrain TEXT", brief: "the user's own words on what must or must not be" },
      { input: "require PATH", brief: "a file that the next session must load first" },
      { input: "keep TEXT", brief: "why the present uncommitted work is intentional; any later change voids it" },
      { input: "done TEXT", brief: "something that is finished" },
    ],
  },
});

const verify = buildCommand<VerifyFlags, [string?], CliContext>({
  loader: async () => (await import("./commands/verify.ts")).verify,
  parameters: {
    flags: { run: on("Run the acceptance commands that have no evidence on the present tree"), topic, session, json },
    positional: { kind: "tuple", parameters: [{ brief: "Task id", parse: text, placeholder: "task", optional: true }] },
  },
  docs: { brief: "Judge the acceptance commands from evidence on the present tree" },
});

const check = buildCommand<TopicFlags, [], CliContext>({
  loader: async () => (await import("./commands/check.ts")).check,
  parameters: { flags: { topic, session, json } },
  docs: { brief: "The clean-state gate: may this session end here?" },
});

const pack = buildCommand<PackFlags, [], CliContext>({
  loader: async () => (await import("./commands/pack.ts")).pack,
  parameters: {
    flags: {
      topic,
      session,
      force: value("Pack an unclean scene; the reason stands in the packet", "reason"),
      out: value("Also write handoff.json and handoff.md into this folder", "folder"),
      json,
    },
  },
  docs: { brief: "Check, then generate and publish the hand-off packet" },
});

const pickup = buildCommand<PickupFlags, [string?], CliContext>({
  loader: async () => (await import("./commands/pickup.ts")).pickup,
  parameters: {
    flags: {
      branch,
      topic,
      tokens: {
        kind: "parsed",
        parse: whole,
        brief: "Size of the brief (default 2000)",
        placeholder: "n",
        optional: true,
      },
      claim: on("Hold the work: others are told who has it"),
      takeover: value(
        "Hold it although somebody else did, who is not heard of any more; everybody reads why",
        "reason",
      ),
      session,
      json,
    },
    positional: { kind: "tuple", parameters: [packetId] },
  },
  docs: { brief: "Load the active packet, verify it against the scene, decide" },
});

const show = buildCommand<ShowFlags, [string?], CliContext>({
  loader: async () => (await import("./commands/show.ts")).show,
  parameters: {
    flags: { branch, topic, markdown: on("Print handoff.md"), json },
    positional: { kind: "tuple", parameters: [packetId] },
  },
  docs: { brief: "Read one packet" },
});

const log = buildCommand<LogFlags, [], CliContext>({
  loader: async () => (await import("./commands/log.ts")).log,
  parameters: {
    flags: {
      branch,
      topic,
      limit: { kind: "parsed", parse: whole, brief: "At most so many", placeholder: "n", optional: true },
      json,
    },
  },
  docs: { brief: "The packets of this repository, newest first" },
});

const diff = buildCommand<JsonFlag, [string, string], CliContext>({
  loader: async () => (await import("./commands/diff.ts")).diff,
  parameters: {
    flags: { json },
    positional: {
      kind: "tuple",
      parameters: [
        { brief: "Older packet", parse: text, placeholder: "a", proposeCompletions: known("packets") },
        { brief: "Newer packet", parse: text, placeholder: "b", proposeCompletions: known("packets") },
      ],
    },
  },
  docs: { brief: "Which facts two packets share, gained, resolved or dropped" },
});

const archive = buildCommand<ArchiveFlags, [string?], CliContext>({
  loader: async () => (await import("./commands/archive.ts")).archive,
  parameters: {
    flags: { branch, topic, reason: value("Why it ends", "text"), json },
    positional: { kind: "tuple", parameters: [packetId] },
  },
  docs: { brief: "End a packet: no later session starts from it" },
});

const restore = buildCommand<RestoreFlags, [string?], CliContext>({
  loader: async () => (await import("./commands/restore.ts")).restore,
  parameters: {
    flags: {
      branch,
      topic,
      into: { kind: "parsed", parse: text, brief: "Folder of the new worktree; must not exist", placeholder: "folder" },
      json,
    },
    positional: { kind: "tuple", parameters: [packetId] },
  },
  docs: { brief: "Bring a packet's uncommitted work back, into a new worktree" },
});

const audit = buildCommand<AuditFlags, [string], CliContext>({
  loader: async () => (await import("./commands/audit.ts")).audit,
  parameters: {
    flags: { root: value("Folder that holds runs and recovery-records (default: the home)", "folder"), json },
    positional: {
      kind: "tuple",
      parameters: [
        {
          brief: "Packet id, name of a recovery record, or path of either or of a HANDOFF.md",
          parse: text,
          placeholder: "target",
          proposeCompletions: known("records"),
        },
      ],
    },
  },
  docs: { brief: "Check a packet, a recovery record or a hand-off written by hand, apart from what made it" },
});

const client = proposing(
  many(clientName, `Only this client, there or not: ${clientNames.join(", ")}`, "name"),
  oneOf(clientNames),
);

const init = buildCommand<InitFlags, [], CliContext>({
  loader: async () => (await import("./commands/init.ts")).init,
  parameters: {
    flags: {
      client,
      dryRun: on("Show every change and write nothing"),
      remove: on("Take out exactly what was put in"),
      agentsMd: on("Also a pointer in AGENTS.md of this repository"),
      json,
    },
  },
  docs: { brief: "Put passdown's hooks, skill and MCP entry into the coding agents found here; shows each change" },
});

const doctor = buildCommand<ClientsFlags, [], CliContext>({
  loader: async () => (await import("./commands/doctor.ts")).doctor,
  parameters: { flags: { client, json } },
  docs: { brief: "Whether each coding agent is set up, and whether a brief really comes out of its hook" },
});

const root = buildRouteMap({
  routes: {
    status,
    exec,
    note,
    verify,
    check,
    pack,
    pickup,
    show,
    log,
    diff,
    release,
    archive,
    restore,
    view,
    audit,
    push,
    fetch,
    trust,
    import: importSession,
    open,
    mcp,
    run,
    inspect,
    recover,
    drill,
    init,
    doctor,
    completion,
  },
  docs: {
    brief: "Close a coding-agent session with a verified hand-off packet; resume the next one from evidence",
    fullDescription: [
      "passdown closes a coding-agent session with a hand-off packet that is generated from evidence, " +
        "and at the next start verifies each statement against the repository as it is.",
      "",
      "  passdown exec -- npm test     run a command and keep what happened",
      "  passdown note next TEXT       say what comes next",
      "  passdown pack                 check, then publish the packet",
      "  passdown pickup               verify it and decide: proceed, reverify, needs_human or stop",
      "",
      "Work with side effects, journalled so that nothing is done twice after an interruption:",
      "",
      "  passdown run step RUN KEY -- CMD    do one effect: intent, effect, receipt",
      "  passdown inspect RUN                what happened, without touching anything",
      "",
      "Without a command: passdown status.",
      "Exit codes: 0 yes, 1 the answer is no, 2 usage or input, 3 environment, 70 a bug.",
    ].join("\n"),
  },
});

export const application: Application<CliContext> = buildApplication(root, {
  name: "passdown",
  scanner: { caseStyle: "allow-kebab-for-camel", allowArgumentEscapeSequence: true },
  documentation: { useAliasInUsageLine: false, disableAnsiColor: true },
  localization: { defaultLocale: "en", loadText: () => text_en },
  determineExitCode: () => exitCode.bug,
  versionInfo: { currentVersion: version },
});
