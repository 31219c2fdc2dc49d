import { buildCommand, type Command } from "@stricli/core";
import type { CliContext } from "./cli-context.ts";
import { json, on, port, value } from "./flags.ts";
import type { JsonFlag } from "./routes.ts";

export interface ViewFlags extends JsonFlag {
  readonly out?: string;
  readonly port?: number;
  readonly answer?: boolean;
}

export const view: Command<CliContext> = buildCommand<ViewFlags, [], CliContext>({
  loader: async () => (await import("./commands/view.ts")).view,
  parameters: {
    flags: {
      out: value(
        "Write the page and its data into one file instead; opened from disk, it needs no network",
        "file.html",
      ),
      port: {
        kind: "parsed",
        parse: port,
        brief: "Port on 127.0.0.1 (default: any that is free)",
        placeholder: "n",
        optional: true,
      },
      answer: on("Let questions and assumptions be answered from the page; without it the page only shows"),
      json,
    },
  },
  docs: { brief: "Look at it: a page on this machine, read-only, or the same as one file" },
});
