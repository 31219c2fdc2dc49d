import type { Operation } from "../../domain/scene.ts";
import { type PickMarks, readSequence } from "./read-operation.ts";
import { readGit } from "./read-git.ts";
import type { SurroundingsQuery } from "./read-surroundings.ts";

/** Step n of m of several cherry-picks or reverts: git keeps what is left, and the commits since it began are done. */
export async function withProgress(
  { place, env, repository, marks }: SurroundingsQuery & { readonly marks: PickMarks },
  operation: Operation | null,
): Promise<Operation | null> {
  if (operation?.kind !== "cherry-pick" && operation?.kind !== "revert") return operation;
  const sequence = readSequence(repository.gitDir);
  if (sequence === null) return operation;
  const args = ["rev-list", "--count", `${sequence.start}..HEAD`, "--"];
  const done = Number((await readGit({ place, env, args })).toString("latin1").trim());
  const total = done + sequence.remaining;
  // Without a mark the current commit was made by hand already, although the list still holds it.
  return marks.cherryPick || marks.revert
    ? { ...operation, step: done + 1, total }
    : { ...operation, step: done, total: total - 1 };
}
