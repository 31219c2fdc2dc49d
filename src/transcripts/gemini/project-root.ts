import { sha256 } from "../../domain/digest.ts";
import type { Emit } from "../../domain/session/session-event.ts";
import { absoluteOf, objectOf } from "../fields.ts";

/** Finds the folder that a session worked in: the records themselves do not name it. */
export interface RootFinder {
  readonly readAside: (name: string, text: string, emit: Emit) => void;
  /** By the sha256 of the folder, as the metadata has it, among the folders of `projects.json`. */
  readonly byHash: (hash: string | null, emit: Emit) => void;
  /** A folder that a record names. */
  readonly byRecord: (folder: string | null, emit: Emit) => void;
  readonly known: () => boolean;
}

export function createRootFinder(known: boolean): RootFinder {
  let found = known;
  let projects: readonly string[] = [];

  function tell(folder: string | null, emit: Emit): void {
    if (found || folder === null) return;
    found = true;
    emit({ kind: "session", cwd: folder });
  }

  return {
    readAside: (name, text, emit) => {
      if (name === ".project_root") tell(absoluteOf(text.trim()), emit);
      else if (name === "projects.json") projects = foldersOf(text);
    },
    byHash: (hash, emit) => {
      if (hash !== null && !found) tell(projects.find((folder) => sha256(folder) === hash) ?? null, emit);
    },
    byRecord: tell,
    known: () => found,
  };
}

function foldersOf(text: string): string[] {
  try {
    return Object.keys(objectOf(objectOf(JSON.parse(text))["projects"])).filter(
      (folder) => absoluteOf(folder) !== null,
    );
  } catch {
    return [];
  }
}
