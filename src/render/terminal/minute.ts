import { data, word, type Inline } from "../document/inline.ts";

/** A time to the minute, for the eye: "2026-11-30 07:29Z". Anything else is shown as it stands. */
export function minute(at: string): Inline {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?Z$/.exec(at);
  return match === null ? data(at) : word(`${match[1] ?? ""} ${match[2] ?? ""}Z`);
}
