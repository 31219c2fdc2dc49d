import { AppError } from "../errors.ts";

const shape = /^[a-z0-9][a-z0-9._-]{0,63}$/i;
/** Names that some file system takes for something else. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|\.$|\.\./i;

/** Names of runs, records and steps become folders: letters, digits, dot, dash and underscore, nothing that climbs. */
export function validName(what: "run" | "record" | "step", name: string): string {
  if (shape.test(name) && !reserved.test(name)) return name;
  const shown = JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
  throw new AppError({
    kind: "input",
    code: `${what}_name_invalid`,
    message: `not a name of a ${what}: ${shown}`,
    hint: "use up to 64 letters, digits, dots, dashes and underscores, beginning with a letter or a digit",
  });
}

export function isName(name: string): boolean {
  return shape.test(name) && !reserved.test(name);
}

/** Names that a reader of JSON may take for a part of the language and leave out. */
const dropped: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** Whether a name can be the key of a record and is found again when the record is read. */
export function isKeptKey(name: string): boolean {
  return !dropped.has(name);
}
