import { sha256 } from "../../domain/digest.ts";
import type { Scene } from "../../domain/scene.ts";
import { type Changes, type ChangesOptions, readChanges } from "./read-changes.ts";
import { digestAttributes } from "./digest-attributes.ts";
import { rawPath } from "./raw-path.ts";
import { readConversion } from "./read-conversion.ts";
import { recallScene } from "./remember-scene.ts";

/** Keeps the changes between a base and a work tree. */
export interface ChangesMemory {
  readonly recall: (key: string) => Changes | null;
  /** Takes what was read and gives what may be used and kept of it. A null key: it belongs to no moment that comes back. */
  readonly accept: (key: string | null, read: Changes) => Changes;
}

/**
 * The changes from the base to the work tree, read once for each state of it. Only where nothing was committed since the
 * base: then they follow from the tree, from what git says of each path, and from the settings that compare content.
 */
export async function recallChanges(
  scene: Scene,
  { memory, ...options }: ChangesOptions & { readonly memory: ChangesMemory | undefined },
): Promise<Changes> {
  if (memory === undefined) return readChanges(scene, options);
  const { gitDir, commonDir, head, tree, sparse } = scene;
  if (
    gitDir === null ||
    commonDir === null ||
    tree === null ||
    options.base !== head.commit ||
    recallScene(scene)?.filtered !== false
  ) {
    return memory.accept(null, await readChanges(scene, options));
  }
  const { digest } = readConversion(gitDir, commonDir, options.env);
  const attributes = digestAttributes(
    scene.root,
    scene.dirty.map(({ path }) => rawPath(path)),
  );
  const settings = `${digest} ${attributes}`;
  const paths = scene.dirty.map((file) => [file.path, file.from, file.status, file.mode, file.size, file.sha256]);
  const key = sha256(
    JSON.stringify(["changes-1", options.base, options.addedLines, tree, sparse, settings, scene.reasons, paths]),
  );
  return memory.recall(key) ?? memory.accept(key, await readChanges(scene, options));
}
