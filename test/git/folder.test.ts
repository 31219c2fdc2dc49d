import { chmodSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readFolderScene } from "../../src/adapters/folder/read-folder-scene.ts";
import { fingerprint, temporaryFolder } from "./repository.ts";

function sample(): string {
  const root = temporaryFolder();
  mkdirSync(join(root, "sub"));
  writeFileSync(join(root, "a"), "a");
  writeFileSync(join(root, "sub/b"), "b");
  symlinkSync("a", join(root, "link"));
  return root;
}

async function treeOf(cwd: string): Promise<string | null> {
  return (await readFolderScene({ cwd, tree: true })).tree;
}

describe("a folder outside git", () => {
  test("has one digest over its files, which is no git id, and writes nothing", async () => {
    const root = sample();
    const before = fingerprint(root);
    const scene = await readFolderScene({ cwd: root, tree: true });
    expect(scene).toMatchObject({ kind: "folder", root, reasons: ["no_repository"], dirty: [], worktrees: [] });
    expect(scene.tree).toMatch(/^folder-[0-9a-f]{64}$/);
    expect(fingerprint(root)).toBe(before);
    expect(await treeOf(sample())).toBe(scene.tree);
  });

  const changes: readonly [string, (root: string) => void][] = [
    ["content", (root) => writeFileSync(join(root, "a"), "b")],
    ["a new file", (root) => writeFileSync(join(root, "sub/c"), "")],
    ["a file gone", (root) => rmSync(join(root, "sub/b"))],
    ["the executable bit", (root) => chmodSync(join(root, "a"), 0o755)],
    ["a link's target", (root) => (rmSync(join(root, "link")), symlinkSync("b", join(root, "link")))],
    ["a name", (root) => (rmSync(join(root, "a")), writeFileSync(join(root, "A"), "a"))],
  ];
  test.each(changes)("another digest: %s", async (_, change) => {
    const root = sample();
    const before = await treeOf(root);
    change(root);
    expect(await treeOf(root)).not.toBe(before);
  });

  const harmless: readonly [string, (root: string) => void][] = [
    ["touched", (root) => utimesSync(join(root, "a"), 1, 1)],
    ["an empty folder", (root) => mkdirSync(join(root, "empty"))],
    [
      "dependencies",
      (root) => (mkdirSync(join(root, "node_modules")), writeFileSync(join(root, "node_modules/x"), "")),
    ],
    ["its own home", (root) => (mkdirSync(join(root, ".passdown")), writeFileSync(join(root, ".passdown/x"), ""))],
  ];
  test.each(harmless)("the same digest: %s", async (_, change) => {
    const root = sample();
    const before = await treeOf(root);
    change(root);
    expect(await treeOf(root)).toBe(before);
  });

  test("with too many files the digest is left open, and why", async () => {
    const root = temporaryFolder();
    for (let count = 0; count <= 5_000; count++) writeFileSync(join(root, `f${count}`), "");
    expect(await readFolderScene({ cwd: root, tree: true })).toMatchObject({
      tree: null,
      reasons: ["no_repository", "folder_too_large"],
    });
    rmSync(join(root, "f0"));
    expect(await treeOf(root)).toMatch(/^folder-/);
  });

  test("that is gone", async () => {
    const root = temporaryFolder();
    rmSync(root, { recursive: true });
    await expect(readFolderScene({ cwd: root, tree: true })).rejects.toMatchObject({ code: "cwd_missing" });
  });
});
