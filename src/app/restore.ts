import { existsSync, lstatSync } from "node:fs";
import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { addWorktree } from "../adapters/git/add-worktree.ts";
import type { Context } from "../context.ts";
import { sha256 } from "../domain/digest.ts";
import { AppError } from "../domain/errors.ts";
import type { Packet } from "../domain/packet.ts";
import { choosePacketId, type PacketChoice } from "./choose-packet-id.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

export interface RestoreResult {
  readonly packet_id: string;
  /** The new worktree. */
  readonly path: string;
  readonly commit: string | null;
  /** Files brought back, and files taken away because the packet's work had deleted them. */
  readonly restored: readonly string[];
  readonly deleted: readonly string[];
  /** What the home does not hold, each with its reason. */
  readonly missing: readonly string[];
}

/**
 * Brings a packet's uncommitted work back into a new worktree on the packet's head commit (outside git: a new folder).
 * Nothing that exists is touched.
 */
export async function restore(
  context: Context,
  options: PacketChoice & { readonly into: string },
): Promise<RestoreResult> {
  const workspace = await openWorkspace(context, { tree: false });
  const { packet } = await choosePacketId(workspace, options);
  const target = resolve(context.cwd, options.into);
  if (existsSync(target)) {
    throw new AppError({
      kind: "usage",
      code: "target_exists",
      message: `${target} exists already`,
      hint: "name a folder that does not exist; nothing is ever overwritten",
    });
  }
  const contents = readContents(workspace, packet);
  try {
    return await restoreInto({ workspace, packet, target, contents });
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError({
      kind: "environment",
      code: "restore_failed",
      message: `cannot bring the work back into ${target}: ${error instanceof Error ? error.message : String(error)}`,
      hint: "the copies in the home are untouched; remove the new folder (git worktree remove --force) and try another place",
      cause: error,
    });
  }
}

async function restoreInto(input: {
  readonly workspace: Workspace;
  readonly packet: Packet;
  readonly target: string;
  readonly contents: ReturnType<typeof readContents>;
}): Promise<RestoreResult> {
  const { workspace, packet, target, contents } = input;
  if (packet.scene.kind === "git" && packet.head_commit !== null) {
    await addWorktree(workspace.scene, workspace.context.env, { path: target, commit: packet.head_commit });
  } else {
    await mkdir(target, { recursive: true });
  }
  const restored: string[] = [];
  const deleted: string[] = [];
  const missing = [...packet.kept_work.omitted, ...contents.missing];
  // What the work had deleted goes first: a file may have become a folder, or a folder a file.
  for (const { path, mode, bytes } of contents.files.toSorted(
    (a, b) => Number(a.bytes !== null) - Number(b.bytes !== null),
  )) {
    const file = join(target, path);
    if (leadsThroughLink(target, path)) {
      missing.push(`${path}: a folder above it is a link in the commit`);
    } else if (bytes === null) {
      await rm(file, { force: true, recursive: true });
      deleted.push(path);
    } else {
      await put(file, mode, bytes);
      restored.push(path);
    }
  }
  return {
    packet_id: packet.packet_id,
    path: target,
    commit: packet.head_commit,
    restored,
    deleted,
    missing,
  };
}

interface Content {
  readonly path: string;
  readonly mode: string | null;
  /** null: the work had deleted the file. */
  readonly bytes: Uint8Array | null;
}

function readContents(
  { home }: Workspace,
  packet: Packet,
): { readonly files: readonly Content[]; readonly missing: readonly string[] } {
  const files: Content[] = [];
  const missing: string[] = [];
  for (const { path, sha256: hash, mode, kept } of packet.kept_work.files) {
    if (!isInside(path)) missing.push(`${path}: not a path inside the work tree`);
    else if (hash === null && mode !== null) continue;
    else if (hash === null) files.push({ path, mode, bytes: null });
    else if (kept) {
      const copy = home.kept.read(hash);
      if (copy.state === "whole" && sha256(copy.bytes) === hash) files.push({ path, mode, bytes: copy.bytes });
      else missing.push(`${path}: ${copy.state === "damaged" ? copy.detail : "its copy is gone from the home"}`);
    }
  }
  return { files, missing };
}

/** A packet may come from anywhere: no path of it leads out of the new folder or into its git directory. */
function isInside(path: string): boolean {
  const parts = path.split("/");
  return (
    !path.startsWith("/") &&
    parts.every((part) => part !== "" && part !== "." && part !== ".." && part.toLowerCase() !== ".git")
  );
}

/** A link that the commit holds could lead a file out of the new worktree. */
function leadsThroughLink(target: string, path: string): boolean {
  const parents = path.split("/").slice(0, -1);
  return parents.some((_, at) => {
    const folder = join(target, ...parents.slice(0, at + 1));
    return lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  });
}

async function put(file: string, mode: string | null, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await rm(file, { force: true, recursive: true });
  if (mode === "120000") {
    await symlink(new TextDecoder().decode(bytes), file);
    return;
  }
  await writeFile(file, bytes, { flag: "wx" });
  if (mode === "100755") await chmod(file, 0o755);
}
