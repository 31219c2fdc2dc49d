import { join } from "node:path";
import { readRegularFile } from "../adapters/files/read-regular-file.ts";
import { findInStashes } from "../adapters/git/find-in-stashes.ts";
import { findShapesInStashes } from "../adapters/git/find-shapes-in-stashes.ts";
import { type Content, readContents } from "../adapters/git/read-content.ts";
import { readRepositoryConfig } from "../adapters/git/read-repository-config.ts";
import { unchangedSince } from "../adapters/git/unchanged-since.ts";
import { sha256 } from "../domain/digest.ts";
import type { Packet } from "../domain/packet.ts";
import { compareWork, pathsToLookUp, type WorkDifference } from "../domain/pickup/compare-work.ts";
import type { FileState, LoadedPacket, WorkFacts } from "../domain/pickup/facts.ts";
import type { Scene } from "../domain/scene.ts";
import type { Workbench } from "../domain/workbench.ts";
import type { ShownPaths } from "./show-paths.ts";
import type { Workspace } from "./workspace.ts";

const hashLimit = 256 * 1024 * 1024;
const readLimitMs = 20_000;

export interface FilesQuestion {
  readonly packet: Packet;
  readonly shown: ShownPaths;
  readonly workbench: Workbench;
}

/** The present content of everything that the packet recorded by content. */
export async function factsFromFiles(
  workspace: Workspace,
  { packet, shown, workbench }: FilesQuestion,
): Promise<Pick<LoadedPacket, "work" | "prerequisites">> {
  const { config, scene } = workspace;
  const named = [...config.prerequisites, ...workbench.artifacts].map(({ path }) => path);
  const prerequisites = packet.prerequisites.map(({ path, sha256: recorded }) => [
    path,
    presentState(scene.root, shown.real(path, named), recorded),
  ]);
  return { work: await workFacts(workspace, packet, shown.scene), prerequisites: Object.fromEntries(prerequisites) };
}

/** A checkout may turn line endings: content that differs in nothing else counts as the recorded one. */
function presentState(root: string, path: string, recorded: string | null): { exists: boolean; sha256: string | null } {
  const file = readRegularFile({ root, path, limit: hashLimit, longer: "refuse" });
  if (file.kind === "absent") return { exists: false, sha256: null };
  if (file.kind === "refused") return { exists: true, sha256: null };
  const hash = sha256(file.bytes);
  if (hash === recorded || recorded === null || file.bytes.includes(0)) return { exists: true, sha256: hash };
  const text = Buffer.from(file.bytes).toString("latin1");
  const unix = text.replaceAll("\r\n", "\n");
  const variants = [unix, unix.replaceAll("\n", "\r\n")].map((variant) => sha256(Buffer.from(variant, "latin1")));
  return { exists: true, sha256: variants.includes(recorded) ? recorded : hash };
}

async function workFacts(workspace: Workspace, packet: Packet, scene: Scene): Promise<WorkFacts> {
  const recorded = packet.scene.dirty;
  const files = await readStates(scene, recorded, pathsToLookUp(recorded, scene.dirty));
  const nothing: WorkFacts = { files, backAtHead: [], stashed: [] };
  if (scene.kind !== "git" || (packet.scene.tree !== null && packet.scene.tree === scene.tree)) return nothing;
  const differing = compareWork(recorded, scene.dirty, nothing).filter(({ kind }) => kind !== "new");
  if (differing.length === 0) return nothing;
  const [backAtHead, stashed] = await Promise.all([
    findBackAtHead(workspace, packet, { scene, files, paths: differing.map(({ path }) => path) }),
    findStashed(workspace, differing),
  ]);
  return { files, backAtHead, stashed };
}

async function findStashed(
  { scene, context, redactor }: Workspace,
  differing: readonly WorkDifference[],
): Promise<WorkFacts["stashed"]> {
  if (scene.stashes.length === 0) return [];
  const recorded = differing.flatMap(({ path, recorded: was }) => (was === null ? [] : [{ path, ...was }]));
  const contents = recorded.flatMap(({ path, sha256: hash }) => (hash === null ? [] : [{ path, sha256: hash }]));
  const [withContent, shapes] = await Promise.all([
    findInStashes(scene, context.env, contents),
    findShapesInStashes(
      scene,
      context.env,
      recorded.filter(({ sha256: hash }) => hash === null),
    ),
  ]);
  return scene.stashes.flatMap((stash) => {
    const held = [...withContent, ...shapes].filter((one) => one.stash.commit === stash.commit);
    if (held.length === 0) return [];
    const shown = { ...stash, message: redactor.redact(stash.message), author: redactor.redact(stash.author) };
    return [{ stash: shown, paths: held.flatMap(({ paths }) => paths).toSorted() }];
  });
}

/** Recorded paths that are not dirty: tracked and clean, ignored, or gone. */
async function readStates(
  scene: Scene,
  recorded: Packet["scene"]["dirty"],
  paths: readonly string[],
): Promise<Readonly<Record<string, FileState>>> {
  const contents = await readContents(
    paths.map((path) => Buffer.from(join(scene.root, path))),
    readLimitMs,
  );
  const fileMode =
    scene.gitDir === null || scene.commonDir === null || readRepositoryConfig(scene.gitDir, scene.commonDir).fileMode;
  const before = new Map(recorded.map((file) => [file.path, file]));
  return Object.fromEntries(
    paths.map((path, at) => [path, stateOf(contents[at], { fileMode, recorded: before.get(path) ?? null })]),
  );
}

function stateOf(
  content: Content | undefined,
  { fileMode, recorded }: { readonly fileMode: boolean; readonly recorded: FileState | null },
): FileState {
  switch (content?.kind) {
    case "file": {
      const told = content.executable ? "100755" : "100644";
      // Where the file system keeps no such bit it cannot have changed.
      const untold = recorded?.mode === "100755" ? recorded.mode : "100644";
      return { sha256: content.digest, mode: fileMode ? told : untold };
    }
    case "link":
      // A packet that did not record where the link led is not compared by that.
      return { sha256: recorded?.sha256 === null ? null : content.digest, mode: "120000" };
    case "folder":
      // A clean submodule is a folder; any other folder in a file's place is no file.
      return { sha256: null, mode: recorded?.mode === "160000" ? recorded.mode : null };
    default:
      return { sha256: null, mode: null };
  }
}

interface Differing {
  readonly scene: Scene;
  readonly files: Readonly<Record<string, FileState>>;
  readonly paths: readonly string[];
}

/** Which of them hold what the packet's head commit has: there the work was undone, not changed. */
async function findBackAtHead(
  workspace: Workspace,
  packet: Packet,
  { scene, files, paths }: Differing,
): Promise<readonly string[] | null> {
  const added = new Set(
    packet.scene.dirty
      .filter(
        ({ status }) =>
          status !== "modified" && status !== "deleted" && status !== "type_changed" && status !== "unmerged",
      )
      .map(({ path }) => path),
  );
  // A file that the head does not have can only be gone or changed, and git has nothing to compare it with.
  const known = paths.filter((path) => !added.has(path));
  const commit = packet.head_commit;
  if (commit === null) return [];
  if (commit === scene.head.commit || packet.scene.head_tree === scene.head.tree) {
    return known.filter((path) => Object.hasOwn(files, path));
  }
  return unchangedSince(scene, workspace.context.env, { commit, paths: known });
}
