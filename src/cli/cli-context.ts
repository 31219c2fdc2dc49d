import type { CommandContext, StricliProcess } from "@stricli/core";
import type { Context } from "../context.ts";

/** What every command of the command line gets: the narrow process for the parser, and our own context. */
export interface CliContext extends CommandContext {
  readonly process: StricliProcess;
  readonly context: Context;
}
