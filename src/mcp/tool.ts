import * as v from "valibot";
import type { Context } from "../context.ts";
import { AppError } from "../domain/errors.ts";
import { truncate } from "../domain/text/truncate.ts";

/** What a tool found: the document that programs read, and the same in words. */
export interface ToolAnswer {
  readonly document: object;
  readonly text: string;
  /** Where the rest is, should this not fit. */
  readonly rest: string;
}

export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: false;
}

/** Gives the context of the folder that a call names, or of the one that it means without naming any. */
export type OpenPlace = (folder: string | null) => Promise<Context>;

export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the model: what it does and when to call it. */
  readonly description: string;
  readonly input: v.GenericSchema;
  readonly output: v.GenericSchema;
  readonly hints: ToolHints;
  readonly call: (args: unknown, place: OpenPlace) => Promise<ToolAnswer>;
}

/** Arguments that belong to every tool. */
export interface PlaceArguments {
  readonly folder?: string | undefined;
}

export interface ToolDefinition<T extends PlaceArguments> extends Omit<Tool, "call" | "input" | "hints"> {
  readonly input: v.GenericSchema<unknown, T>;
  /** `reads`: nothing but passdown's own caches and reports is written. `keeps`: something is added, nothing lost. */
  readonly effect: "reads" | "keeps" | "keeps_once";
  readonly run: (context: Context, args: T) => Promise<ToolAnswer>;
}

export function defineTool<T extends PlaceArguments>(definition: ToolDefinition<T>): Tool {
  const { effect, run, input, ...rest } = definition;
  return {
    ...rest,
    input,
    hints: {
      readOnlyHint: effect === "reads",
      destructiveHint: false,
      idempotentHint: effect !== "keeps",
      openWorldHint: false,
    },
    call: async (args, place) => {
      const parsed = v.safeParse(input, args ?? {});
      if (!parsed.success) throw wrongArguments(definition.name, parsed.issues);
      return run(await place(parsed.output.folder ?? null), parsed.output);
    },
  };
}

function wrongArguments(tool: string, issues: readonly v.BaseIssue<unknown>[]): AppError {
  const said = issues.slice(0, 3).map((issue) => `${v.getDotPath(issue) ?? "arguments"}: ${issue.message}`);
  return new AppError({
    kind: "usage",
    code: "arguments_invalid",
    message: truncate(`${tool} does not take these arguments: ${said.join("; ")}`, 500),
    hint: `see the input schema of ${tool} in the list of tools`,
  });
}
