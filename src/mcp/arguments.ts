import * as v from "valibot";

/** Arguments that several tools take. */

type OptionalText = v.OptionalSchema<v.GenericSchema<string>, undefined>;

export function text(description: string): v.GenericSchema<string> {
  return v.pipe(v.string(), v.description(description));
}

export function optionalText(description: string): OptionalText {
  return v.optional(text(description));
}

export function optionalSwitch(description: string): v.OptionalSchema<v.GenericSchema<boolean>, undefined> {
  return v.optional(v.pipe(v.boolean(), v.description(description)));
}

export function optionalWhole(
  description: string,
  { from, to }: { readonly from: number; readonly to: number },
): v.OptionalSchema<v.GenericSchema<number>, undefined> {
  return v.optional(v.pipe(v.number(), v.integer(), v.minValue(from), v.maxValue(to), v.description(description)));
}

export const folder: OptionalText = optionalText(
  "Folder inside the repository that is meant: absolute, or relative to where the server works. Leave it out for the present project.",
);
export const topic: OptionalText = optionalText("Thread of work on the branch. Default: the active task, else main.");
export const session: OptionalText = optionalText("Id of the session to speak for. Seldom needed.");
export const branch: OptionalText = optionalText("Branch instead of the present one.");
export const packet: OptionalText = optionalText(
  "Packet id, or its first characters. Default: the active packet of this branch and topic.",
);
