import { buildCommand, buildRouteMap, type Command, type RouteMap } from "@stricli/core";
import type { CliContext } from "./cli-context.ts";
import { amount, json, on, parsed, seconds, text, value } from "./flags.ts";
import type { JsonFlag } from "./routes.ts";

/** Packets that go to others, packets that come from others, and whom to believe. */

export interface RemoteFlags extends JsonFlag {
  readonly remote?: string;
  readonly timeout?: number;
}
export interface FetchFlags extends RemoteFlags {
  readonly maxSize?: number;
}
export interface PushFlags extends RemoteFlags {
  readonly branch?: string;
  readonly topic?: string;
  readonly all?: boolean;
  readonly withWork?: boolean;
  readonly allowSecrets?: boolean;
}
export interface ReleaseFlags extends JsonFlag {
  readonly branch?: string;
  readonly topic?: string;
  readonly session?: string;
}
export interface TrustAddFlags extends JsonFlag {
  readonly name?: string;
}

const remote = value("Remote of this repository (default: the one that git pushes this branch to)", "name");
const timeout = parsed(seconds, "Give the remote up after this time (default 60)", "seconds");

export const push: Command<CliContext> = buildCommand<PushFlags, [], CliContext>({
  loader: async () => (await import("./commands/push.ts")).push,
  parameters: {
    flags: {
      branch: value("Branch instead of the present one", "branch"),
      topic: value("Only this topic (default: each topic of the branch)", "topic"),
      all: on("Every active packet of this repository"),
      withWork: on("Also the kept uncommitted work"),
      allowSecrets: on("Send uncommitted work although it seems to hold a secret"),
      remote,
      timeout,
      json,
    },
  },
  docs: {
    brief: "Carry packets to the git remote that the team has already",
    fullDescription: [
      "The active packets go to refs below refs/passdown/ of the remote, each only onto the packet that it follows.",
      "Where somebody else's packet is there, this one is kept beside it, and you are told whose it is: exit 1.",
      "Packets are signed with the key of PASSDOWN_SIGNING_KEY, else with the ssh key that git signs with.",
      "Your repository gets no refs, no objects and no settings.",
    ].join("\n"),
  },
});

export const fetch: Command<CliContext> = buildCommand<FetchFlags, [], CliContext>({
  loader: async () => (await import("./commands/fetch.ts")).fetch,
  parameters: {
    flags: {
      remote,
      timeout,
      maxSize: parsed(amount, "Let no more come than this, in MB (default 1024)", "MB"),
      json,
    },
  },
  docs: {
    brief: "Bring packets of others; only those of trusted signers are ever picked up",
    fullDescription: [
      "A packet that a trusted key signed and that follows the active one here becomes the active one. What is not signed, " +
        "signed by an unknown key, altered, or made beside yours, is kept apart and told: exit 1.",
    ].join("\n"),
  },
});

const add = buildCommand<TrustAddFlags, string[], CliContext>({
  loader: async () => (await import("./commands/trust.ts")).trustAdd,
  parameters: {
    flags: { name: value("Whose key it is (default: the comment of the key)", "name"), json },
    positional: {
      kind: "array",
      parameter: {
        brief: "A .pub file, the line in it, or a fingerprint that fetch showed",
        parse: text,
        placeholder: "key",
      },
      minimum: 1,
    },
  },
  docs: { brief: "Believe packets that this ssh key signed" },
});

const list = buildCommand<JsonFlag, [], CliContext>({
  loader: async () => (await import("./commands/trust.ts")).trustList,
  parameters: { flags: { json } },
  docs: { brief: "Every key in the lists, where it comes from, and whether it is believed" },
});

const remove = buildCommand<JsonFlag, [string], CliContext>({
  loader: async () => (await import("./commands/trust.ts")).trustRemove,
  parameters: {
    flags: { json },
    positional: { kind: "tuple", parameters: [{ brief: "Name or fingerprint", parse: text, placeholder: "signer" }] },
  },
  docs: { brief: "Believe a key no longer" },
});

const store = buildCommand<JsonFlag, [], CliContext>({
  loader: async () => (await import("./commands/trust.ts")).trustStore,
  parameters: { flags: { json } },
  docs: {
    brief: "Use the team store that the repository's configuration names",
    fullDescription: [
      "A configuration comes with the repository: before anything of here is told to the store that it names, you say so,",
      "once for each repository. A store named by PASSDOWN_STORE needs no trust.",
    ].join("\n"),
  },
});

export const release: Command<CliContext> = buildCommand<ReleaseFlags, [string?], CliContext>({
  loader: async () => (await import("./commands/release.ts")).release,
  parameters: {
    flags: {
      branch: value("Branch instead of the present one", "branch"),
      topic: value("Only this topic (default: each topic of the branch)", "topic"),
      session: value("Session to speak for", "id"),
      json,
    },
    positional: {
      kind: "tuple",
      parameters: [
        {
          brief: "Claim to end, also another's, as status shows it",
          parse: text,
          placeholder: "claim",
          optional: true,
        },
      ],
    },
  },
  docs: { brief: "Let go of work that pickup --claim held" },
});

export const trust: RouteMap<CliContext> = buildRouteMap({
  routes: { add, list, remove, store },
  docs: { brief: "Whose packets are believed, and which team store is used: add, list, remove, store" },
});
