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

/** A packet that hides secrets in paths can only be compared with paths that hide them the same way. */
export function showPaths({ scene, redactor }: Workspace, packet: Packet): ShownPaths {
  const written = [
    ...packet.scene.dirty.flatMap(({ path, from }) => [path, from ?? ""]),
    ...packet.prerequisites.map(({ path }) => path),
  ];
  if (!written.some(holdsPlaceholder)) return { scene, real: (shown) => shown };
  const show = (path: string): string => redactor.redact(path);
  return {
    scene: {
      ...scene,
      dirty: scene.dirty.map((file) => ({
        ...file,
        path: show(file.path),
        from: file.from === null ? null : show(file.from),
      })),
    },
    real: (shown, candidates) =>
      holdsPlaceholder(shown) ? (candidates.find((path) => show(path) === shown) ?? shown) : shown,
  };
}
