import { buildCommand, type Command } from "@stricli/core";
import type { CliContext } from "./cli-context.ts";
import { clientNames, isClientName, type ClientName } from "../domain/session/client-name.ts";
import { json, on, parsed, text } from "./flags.ts";
import type { JsonFlag } from "./routes.ts";

/** What has to do with coding agents: their sessions, their hooks. */

export interface ImportFlags extends JsonFlag {
  readonly client?: ClientName;
  readonly full?: boolean;
}

export const clientName = (input: string): ClientName => {
  if (!isClientName(input)) throw new SyntaxError(`${input} is none of ${clientNames.join(", ")}`);
  return input;
};

export const importSession: Command<CliContext> = buildCommand<ImportFlags, [string?], CliContext>({
  loader: async () => (await import("./commands/import.ts")).importCommand,
  parameters: {
    flags: {
      client: parsed(
        clientName,
        "The client's newest session in this work tree; with a file: whose file it is",
        "name",
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
      "Reads the session that a coding agent left on disk and keeps what it tells: commands as feedback, edited and",
      "read files, todos, the user's prompts and constraints, questions, compactions, what was open when it ended.",
      "Exit codes are never made up: where the client stores none, it is unknown.",
      "",
      `Clients: ${clientNames.join(", ")}.`,
    ].join("\n"),
  },
});
