import type { Packet } from "../domain/packet.ts";
import { holdsPlaceholder } from "../domain/secrets/placeholder.ts";
import type { Scene } from "../domain/scene.ts";
import type { Workspace } from "./workspace.ts";

export interface ShownPaths {
  /** The scene with its paths as the packet writes them. */
  readonly scene: Scene;
  /** The real path behind one that the packet writes. */
  readonly real: (shown: string, candidates: readonly string[]) => string;
}

/**
 * A packet that hides secrets in paths can only be compared with paths that hide them the same way, and what a reason
 * says of a path must not say the secret. Equal trees are not compared by path.
 */
export function showPaths({ scene, redactor }: Workspace, packet: Packet): ShownPaths {
  const show = (path: string): string => redactor.redact(path);
  const same = packet.scene.tree !== null && packet.scene.tree === scene.tree;
  const dirty = same
    ? scene.dirty
    : scene.dirty.map((file) => ({
        ...file,
        path: show(file.path),
        from: file.from === null ? null : show(file.from),
      }));
  return {
    scene: { ...scene, dirty },
    real: (shown, candidates) =>
      holdsPlaceholder(shown) ? (candidates.find((path) => show(path) === shown) ?? shown) : shown,
  };
}
