import type { Config } from "../../domain/config.ts";
import type { ArtifactKind, Damage } from "../../domain/workbench.ts";
import { artifactKinds, isArtifactKind } from "../../workbench/artifact-kinds.ts";
import {
  feedbackLogName,
  freeCandidates,
  logCandidates,
  namedCandidates,
  sessionCandidates,
  type Candidate,
  type FolderEntry,
} from "../../workbench/usual-places.ts";
import { listFolder } from "./list-folder.ts";

export interface FoundFiles {
  readonly documents: readonly Candidate[];
  /** Feedback logs, oldest rotation first. */
  readonly logs: readonly Candidate[];
  readonly damage: readonly Damage[];
}

/** Files taken from one folder where names are free: the last by name, because ids and times grow. */
const maxPerFolder = 200;
const maxSessions = 64;

/**
 * Where artifacts lie: the configured paths first, then the usual places. A folder is listed once, and only when the
 * folder above names it: with nothing there the whole search is a single readdir.
 */
export function findArtifacts(root: string, config: Config): FoundFiles {
  const documents: Candidate[] = [];
  const logs: Candidate[] = [];
  const damage: Damage[] = [];
  const list = (folder: string): readonly FolderEntry[] => listFolder(root, folder, damage) ?? [];

  for (const { kind, path } of configuredPaths(config)) {
    if (kind === "feedback_log") {
      const cut = path.lastIndexOf("/");
      const folder = path.slice(0, Math.max(0, cut));
      logs.push(...logCandidates(folder, list(folder), path.slice(cut + 1)));
      continue;
    }
    const entries = /\.jsonl?$/.test(path) ? null : listFolder(root, path, damage);
    if (entries === null) documents.push({ path, expected: kind, shared: false });
    else documents.push(...newest(freeCandidates(path, entries, kind), { path, most: maxPerFolder, damage }));
  }

  const folders: readonly (readonly [folder: string, parent: string | null])[] = [
    ["", null],
    ["workdir", ""],
    ["outputs", ""],
  ];
  const listed = new Map<string, readonly FolderEntry[]>();
  for (const [folder, parent] of folders) {
    if (parent !== null && !holds(listed.get(parent), folder)) continue;
    const entries = list(folder);
    listed.set(folder, entries);
    documents.push(...namedCandidates(folder, entries));
    logs.push(...logCandidates(folder, entries, feedbackLogName));
  }

  const outputs = listed.get("outputs");
  const free: readonly (readonly [name: string, folder: string, kind: ArtifactKind | null])[] = [
    ["scope", "outputs/scope/closed", null],
    ["verification", "outputs/verification", "verification_report"],
    ["review", "outputs/review", "review_report"],
  ];
  for (const [name, path, kind] of free) {
    if (!holds(outputs, name)) continue;
    documents.push(...newest(freeCandidates(path, list(path), kind), { path, most: maxPerFolder, damage }));
  }
  if (holds(outputs, "handoff")) {
    const path = "outputs/handoff";
    documents.push(...newest(sessionCandidates(path, list(path)), { path, most: maxSessions, damage }));
  }
  return { documents: once(documents), logs: once(logs), damage };
}

function configuredPaths(config: Config): readonly { readonly kind: ArtifactKind; readonly path: string }[] {
  const kinds = Object.keys(artifactKinds).filter(isArtifactKind);
  return kinds.flatMap((kind) =>
    (config.artifacts[kind] ?? []).map((path) => ({ kind, path: path.replace(/^(?:\.\/+)+|\/+$/g, "") })),
  );
}

function newest(
  candidates: readonly Candidate[],
  bound: { readonly path: string; readonly most: number; readonly damage: Damage[] },
): readonly Candidate[] {
  const { path, most, damage } = bound;
  if (candidates.length <= most) return candidates;
  const detail = `not read: of ${candidates.length} files the last ${most} by name are`;
  damage.push({ path, code: "too_many", place: `files 1-${candidates.length - most}`, detail });
  return candidates.slice(-most);
}

function holds(entries: readonly FolderEntry[] | undefined, name: string): boolean {
  return entries?.some((entry) => entry.name === name && entry.folder) === true;
}

function once(candidates: readonly Candidate[]): readonly Candidate[] {
  return [...new Map(candidates.toReversed().map((candidate) => [candidate.path, candidate])).values()].toReversed();
}
