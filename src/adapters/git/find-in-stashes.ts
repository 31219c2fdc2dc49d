import { sha256 } from "../../domain/digest.ts";
import type { Scene, Stash } from "../../domain/scene.ts";
import type { Env, Place } from "./git-env.ts";
import { pointedAt } from "./lfs.ts";
import { placeOf } from "./locate-repository.ts";
import { type RawPath, rawPath } from "./raw-path.ts";
import { readGit } from "./read-git.ts";
import { readRepositoryConfig } from "./read-repository-config.ts";
import { loadManyFolders, lookUp } from "./tree-folders.ts";
import { walkObjects } from "./walk-objects.ts";

export interface RecordedFile {
  readonly path: string;
  readonly sha256: string;
}

const maxBlob = 64 * 1024 * 1024;

/**
 * Which stashes hold recorded content: the same content at the same path, in what was stashed of the work tree or of the
 * untracked files. Stashes come newest first; those that hold none of it are left out. A file larger than 64 MB is not
 * found.
 */
export async function findInStashes(
  scene: Scene,
  env: Env,
  files: readonly RecordedFile[],
): Promise<{ readonly stash: Stash; readonly paths: readonly string[] }[]> {
  if (scene.kind !== "git" || files.length === 0) return [];
  const { format } = readRepositoryConfig(scene.gitDir ?? scene.root, scene.commonDir ?? scene.root);
  const git = { place: placeOf(scene), env, format };
  const paths = files.map(({ path }) => rawPath(path));
  const entries = await blobsOf(git, scene.stashes, paths);
  const wanted = new Map<string, Set<string>>();
  files.forEach((file, at) => {
    for (const blobs of entries) {
      for (const id of blobs[at] ?? []) wanted.set(id, (wanted.get(id) ?? new Set()).add(file.sha256));
    }
  });
  const held = await findHeld(git, wanted);
  return scene.stashes.flatMap((stash, nth) => {
    const found = files.filter((file, at) => (entries[nth]?.[at] ?? []).some((id) => held.has(`${id} ${file.sha256}`)));
    return found.length === 0 ? [] : [{ stash, paths: found.map(({ path }) => path).sort() }];
  });
}

type Git = { readonly place: Place; readonly env: Env; readonly format: "sha1" | "sha256" };

/** For each stash and path the blobs there: of the work tree, and of the untracked files (the third parent). */
async function blobsOf(git: Git, stashes: readonly Stash[], paths: readonly RawPath[]): Promise<string[][][]> {
  const names = stashes.flatMap(({ commit }) => [`${commit}^{tree}`, `${commit}^3^{tree}`]);
  const trees = await loadManyFolders(git, names, paths);
  return stashes.map((_, nth) =>
    paths.map((path) =>
      trees.slice(nth * 2, nth * 2 + 2).flatMap(({ root }) => {
        const entry = lookUp(root, path);
        return entry !== undefined && entry !== null && /^(?:100|120)/.test(entry.mode) ? [entry.id] : [];
      }),
    ),
  );
}

/** The pairs "blob sha256" that belong together. */
async function findHeld(git: Git, wanted: ReadonlyMap<string, ReadonlySet<string>>): Promise<Set<string>> {
  const held = new Set<string>();
  const { place, env } = git;
  const ids = await withinLimit(place, env, [...wanted.keys()]);
  await walkObjects({
    place,
    env,
    first: ids,
    limits: { maxBytes: Number.MAX_SAFE_INTEGER },
    onObject: (id, object) => {
      const shapes = object === null ? [] : workTreeShapes(object.content);
      for (const digest of wanted.get(id) ?? []) if (shapes.includes(digest)) held.add(`${id} ${digest}`);
      return [];
    },
  });
  return held;
}

/** What the file may have been in the work tree: the blob's bytes, with CRLF line ends, or what an LFS pointer names. */
function workTreeShapes(content: Buffer): string[] {
  const text = content.toString("latin1");
  const pointed = content.length < 1024 ? pointedAt(text) : null;
  const crlf = text.includes("\r") ? [] : [sha256(Buffer.from(text.replaceAll("\n", "\r\n"), "latin1"))];
  return [sha256(content), ...crlf, ...(pointed === null ? [] : [pointed])];
}

async function withinLimit(place: Place, env: Env, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const input = Buffer.from(ids.map((id) => `${id}\n`).join(""), "latin1");
  const args = ["cat-file", "--batch-check=%(objectname) %(objectsize)"];
  const lines = (await readGit({ place, env, args, input })).toString("latin1").split("\n");
  return lines.flatMap((line) => {
    const [id = "", size = ""] = line.split(" ");
    return Number(size) <= maxBlob && id !== "" && size !== "missing" ? [id] : [];
  });
}
