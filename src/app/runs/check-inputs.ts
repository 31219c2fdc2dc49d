import type { InputSource } from "../../adapters/runs/read-inputs.ts";
import { keptCommand, keptKeys, keptTexts } from "./kept-as-it-is.ts";
import type { OpenRunOptions } from "./open-types.ts";

/** Refuses inputs that could not be read again as they were declared, before a tool of them is started. */
export function checkInputs({ inputs = [], volatile = [] }: OpenRunOptions, base: string): void {
  const names = [...inputs.map(({ name }) => name), ...volatile];
  keptKeys("an input of the run", names);
  keptTexts("the name of an input", names);
  if (inputs.some(({ kind }) => kind !== "value")) keptTexts("the working folder", [base]);
  for (const input of inputs) check(input);
}

function check(input: InputSource): void {
  const what = `input ${input.name} of the run`;
  if (input.kind === "tool") keptCommand(what, input.command);
  else if (input.kind !== "value") keptTexts(what, [input.path]);
}
