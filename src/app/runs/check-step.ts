import { validArtifact } from "../../adapters/runs/run-store.ts";
import { AppError } from "../../domain/errors.ts";
import { keptCommand, keptKeys, keptName, keptTexts } from "./kept-as-it-is.ts";
import type { StepSpec } from "./step-types.ts";

/** Refuses a step that could not be recognised, asked for or verified later, before anything of it is written. */
export function checkStep(spec: Omit<StepSpec<unknown>, "do">): string {
  const key = keptName("step", spec.key);
  const { artifact, expect = {}, inputs = {}, probeCommand } = spec;
  if (artifact !== undefined) keptTexts(`the artifact of step ${key}`, [validArtifact(artifact)]);
  else if (Object.keys(expect).length > 0) {
    throw new AppError({
      kind: "usage",
      code: "expect_without_artifact",
      message: `step ${key} expects files, but makes no artifact that they could be in`,
      hint: "name the folder that it makes: --artifact artifact/NAME",
    });
  }
  for (const [what, names] of [
    [`an input of step ${key}`, Object.keys(inputs)],
    [`an expected file of step ${key}`, Object.keys(expect)],
  ] as const) {
    keptKeys(what, names);
    keptTexts(what, names);
  }
  if (probeCommand !== undefined) keptCommand(`the probe of step ${key}`, probeCommand);
  return key;
}
