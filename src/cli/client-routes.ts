import { buildCommand, type Command } from "@stricli/core";
import type { CliContext } from "./cli-context.ts";
import { clientNames, type ClientName } from "../domain/session/client-name.ts";
import { clientName, json, on, oneOf, parsed, proposing, shellName, text } from "./flags.ts";
import { shells, type Shell } from "./completion/shells.ts";
import type { JsonFlag } from "./routes.ts";

/** What has to do with coding agents: their sessions, their hooks. */

export interface ImportFlags extends JsonFlag {
  readonly client?: ClientName;
  readonly full?: boolean;
}

export interface OpenFlags extends JsonFlag {
  readonly continue?: boolean;
  readonly session?: string;
  readonly plan?: boolean;
  readonly anyway?: boolean;
  readonly print?: boolean;
}

export const importSession: Command<CliContext> = buildCommand<ImportFlags, [string?], CliContext>({
  loader: async () => (await import("./commands/import.ts")).importCommand,
  parameters: {
    flags: {
      client: proposing(
        parsed(clientName, "The client's newest session in this work tree; with a file: whose file it is", "name"),
        oneOf(clientNames),
      ),
      full: on("With --json: the lists beside their counts"),
      json,
    },
    positional: {
      kind: "tuple",
      parameters: [{ brief: "Session file of a client", parse: text, placeholder: "file", optional: true }],
    },
  },
  docs: {
    brief: "Read a client's session: commands, edits, todos, the user's words",
    fullDescription: [
      "Reads the session that a coding agent left on disk and keeps what it tells: commands as feedback, edited and " +
        "read files, todos, the user's prompts and constraints, questions, compactions, what was open when it ended.",
      "Exit codes are never made up: where the client stores none, it is unknown.",
      "",
      `Clients: ${clientNames.join(", ")}.`,
    ].join("\n"),
  },
});

export const open: Command<CliContext> = buildCommand<OpenFlags, [ClientName], CliContext>({
  loader: async () => (await import("./commands/open.ts")).open,
  parameters: {
    flags: {
      continue: on("Go on with the client's last session of this folder"),
      session: parsed(text, "Go on with this session; with an empty id the client shows a list", "id"),
      plan: on("Start in the client's plan mode: look first, change nothing"),
      anyway: on("Start although pickup says needs_human; a stop is never passed over"),
      print: on("Print the exact command instead of running it"),
      json,
    },
    positional: {
      kind: "tuple",
      parameters: [
        {
          brief: "Client to start",
          parse: clientName,
          placeholder: "client",
          proposeCompletions: oneOf(clientNames),
        },
      ],
    },
  },
  docs: {
    brief: "Start a client on the active packet, where its branch is checked out",
    fullDescription: [
      "Verifies the packet first, as pickup does, and starts the client only when the decision is proceed or reverify.",
      "A fresh session begins with the brief. Kimi takes no first prompt: there its hook brings the brief.",
      "",
      "  passdown open codex             a fresh session on the brief",
      "  passdown open kimi --continue   the last session goes on",
      "  passdown open gemini --print    only show the command",
      "",
      `Clients: ${clientNames.join(", ")}.`,
    ].join("\n"),
  },
});

export type CompletionFlags = JsonFlag;

export const completion: Command<CliContext> = buildCommand<CompletionFlags, [Shell], CliContext>({
  loader: async () => (await import("./commands/completion.ts")).completion,
  parameters: {
    flags: { json },
    positional: {
      kind: "tuple",
      parameters: [{ brief: "Your shell", parse: shellName, placeholder: "shell", proposeCompletions: oneOf(shells) }],
    },
  },
  docs: {
    brief: "Print the script that lets bash, zsh or fish complete commands, flags and their values",
    fullDescription: [
      "Completes commands, flags, kinds of notes, clients, and what this repository knows: branches, topics, packets, runs.",
      "",
      '  eval "$(passdown completion bash)"        for this shell; in ~/.bashrc for every one',
      '  eval "$(passdown completion zsh)"         the same, after compinit',
      "  passdown completion fish | source         the same",
    ].join("\n"),
  },
});

export const mcp: Command<CliContext> = buildCommand<Record<never, never>, [], CliContext>({
  loader: async () => (await import("./commands/mcp.ts")).mcp,
  parameters: { flags: {} },
  docs: {
    brief: "MCP server on stdin and stdout: pickup, status, note, check, pack, show, inspect for any agent",
    fullDescription: [
      "Speaks the Model Context Protocol with the client that started it, until that closes stdin.",
      "`passdown init` writes the entry that starts it into each client's configuration.",
    ].join("\n"),
  },
});
