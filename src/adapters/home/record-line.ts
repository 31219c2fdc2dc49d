import * as v from "valibot";

export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: "invalid_json" | "unknown_version" | "wrong_shape"; readonly detail: string };

/** One record as one line of JSON. `v` is the version of its format. */
export function encodeRecord(record: object): string {
  return JSON.stringify({ v: 1, ...record });
}

/** A record of ours fits its shape exactly or is damage; a newer version is told apart, it is not broken. */
export function decodeRecord<T>(text: string, schema: v.GenericSchema<unknown, T>): Decoded<T> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, code: "invalid_json", detail: "not a line of JSON" };
  }
  const version = v.safeParse(v.object({ v: v.number() }), value);
  if (!version.success) return { ok: false, code: "wrong_shape", detail: "no format version" };
  if (version.output.v !== 1) {
    return {
      ok: false,
      code: "unknown_version",
      detail: `format version ${version.output.v}, written by another passdown`,
    };
  }
  const parsed = v.safeParse(schema, value, { abortEarly: true });
  if (parsed.success) return { ok: true, value: parsed.output };
  const issue = parsed.issues[0];
  return { ok: false, code: "wrong_shape", detail: `${v.getDotPath(issue) ?? "the record"}: ${issue.message}` };
}
