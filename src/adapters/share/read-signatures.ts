import { runGit } from "../git/run-git.ts";
import { walkObjects } from "../git/walk-objects.ts";
import type { ObjectStore } from "./object-store.ts";

/** A commit with the signature that lies in it; what either is worth is another question. */
export interface SignedCommit {
  readonly commit: string;
  readonly signature: string;
}

export interface SignaturesBefore {
  /** The newest first: each comes after all that follow it. */
  readonly signed: readonly SignedCommit[];
  /** There are more commits than are looked at. */
  readonly cut: boolean;
}

/** So far back somebody looks for a signature. */
const mostCommits = 500;
/** As a signature may be large at most. */
export const mostSignatureBytes: number = 64 * 1024;

/** The signatures of the commits before one. Reads no packet. */
export async function readSignaturesBefore(store: ObjectStore, commit: string): Promise<SignaturesBefore> {
  const args = ["rev-list", "--topo-order", "--skip=1", `--max-count=${mostCommits + 1}`, commit, "--"];
  const { code, stdout } = await runGit({ ...store, args });
  const all = code === 0 ? stdout.toString("latin1").split("\n").slice(0, -1) : [];
  const commits = all.slice(0, mostCommits);
  const ids = await signatureIds(store, commits);
  const texts = new Map<string, string>();
  await walkObjects({
    ...store,
    first: [...new Set(ids.values())],
    onObject: (id, object) => {
      if (object !== null) texts.set(id, object.content.toString("utf8"));
      return [];
    },
  });
  const signed = commits.flatMap((one): SignedCommit[] => {
    const signature = texts.get(ids.get(one) ?? "");
    return signature === undefined ? [] : [{ commit: one, signature }];
  });
  return { signed, cut: all.length > mostCommits };
}

/** Ids of the files of signatures that are of a size to be read, by commit. */
async function signatureIds(store: ObjectStore, commits: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (commits.length === 0) return new Map();
  const input = new TextEncoder().encode(commits.map((one) => `${one}:origin.sig\n`).join(""));
  const { stdout } = await runGit({ ...store, args: ["cat-file", "--batch-check"], input });
  const lines = stdout.toString("utf8").split("\n");
  return new Map(
    commits.flatMap((one, at): (readonly [string, string])[] => {
      const [id = "", type, size = ""] = (lines[at] ?? "").split(" ");
      return type === "blob" && Number(size) <= mostSignatureBytes ? [[one, id]] : [];
    }),
  );
}
