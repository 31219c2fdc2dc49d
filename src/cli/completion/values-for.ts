import { knownValues, type ValueKind } from "../../app/known-values.ts";
import { noteKinds } from "../../app/note.ts";
import type { Context } from "../../context.ts";

export async function valuesFor(context: Context, kind: ValueKind | "kinds"): Promise<readonly string[]> {
  try {
    return kind === "kinds" ? noteKinds : await knownValues(context, kind);
  } catch {
    // Outside a repository, without git, with a home that cannot be read: there is nothing to propose.
    return [];
  }
}
