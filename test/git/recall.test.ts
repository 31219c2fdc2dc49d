import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ChangesMemory } from "../../src/adapters/git/recall-changes.ts";
import { readScene } from "../../src/adapters/git/read-scene.ts";
import { readWork } from "../../src/adapters/git/read-work.ts";
import type { Changes } from "../../src/adapters/git/read-changes.ts";
import type { KeptCommit, Memory } from "../../src/adapters/git/scene-memory.ts";
import type { Scene } from "../../src/domain/scene.ts";
import { type TestRepository, createRepository, runIn, temporaryFolder, testEnv } from "./repository.ts";

function memory<T>(): Memory<T> & { readonly kept: Map<string, T> } {
  const kept = new Map<string, T>();
  return { kept, get: (key) => kept.get(key) ?? null, set: (key, value) => void kept.set(key, value) };
}

function fill(r: TestRepository): void {
  r.write("a.txt", "one\n").commit("first");
  r.write("a.txt", "one\ntwo\n").commit("second");
}

function sample(): TestRepository {
  return createRepository("sha1", fill);
}

describe("the memory of the newest commits", () => {
  const sceneOf = (cwd: string, commits: Memory<readonly KeptCommit[]>): Promise<Scene> =>
    readScene({ cwd, env: testEnv, tree: false, memory: { commits } });

  /** Puts a tree that is nobody's into what is kept: a scene that shows it was read from memory. */
  function poison(kept: Map<string, readonly KeptCommit[]>): void {
    for (const [key, commits] of kept)
      kept.set(
        key,
        commits.map((commit) => ({ ...commit, tree: "kept" })),
      );
  }

  test("answers for the same head, from loose and packed refs, on a branch and detached", async () => {
    const repository = sample();
    const commits = memory<readonly KeptCommit[]>();
    const tree = repository.git("rev-parse", "HEAD^{tree}").trim();
    expect((await sceneOf(repository.root, commits)).head.tree).toBe(tree);
    expect(commits.kept.size).toBe(1);
    poison(commits.kept);
    expect((await sceneOf(repository.root, commits)).head.tree).toBe("kept");
    repository.git("pack-refs", "--all");
    expect((await sceneOf(repository.root, commits)).head.tree).toBe("kept");
    repository.git("checkout", "-q", "--detach");
    expect((await sceneOf(repository.root, commits)).head.tree).toBe("kept");
    expect(commits.kept.size).toBe(1);
  });

  test.each<readonly [string, (repository: TestRepository) => unknown]>([
    ["another commit", (r) => r.write("b.txt", "b\n").commit("third")],
    ["a commit taken back", (r) => r.git("reset", "-q", "--hard", "HEAD^")],
    ["another branch", (r) => r.git("checkout", "-q", "-b", "side", "HEAD^")],
    ["a detached head elsewhere", (r) => r.git("checkout", "-q", "--detach", "HEAD^")],
    ["a packed ref that moved", (r) => (r.git("pack-refs", "--all"), r.git("update-ref", "HEAD", "HEAD^"))],
  ])("does not answer after %s", async (_, move) => {
    const repository = sample();
    const commits = memory<readonly KeptCommit[]>();
    await sceneOf(repository.root, commits);
    poison(commits.kept);
    move(repository);
    const { head } = await sceneOf(repository.root, commits);
    expect([head.commit, head.tree]).toEqual(repository.git("rev-parse", "HEAD", "HEAD^{tree}").trim().split("\n"));
  });

  test.each<readonly [string, (repository: TestRepository) => unknown]>([
    ["replaced commits", (r) => r.git("replace", "--graft", "HEAD")],
    ["replaced commits, packed", (r) => (r.git("replace", "--graft", "HEAD"), r.git("pack-refs", "--all", "--prune"))],
    ["grafts", (r) => r.write(".git/info/grafts", `${r.git("rev-parse", "HEAD").trim()}\n`)],
  ])("neither answers nor learns where history is shown with %s", async (_, alter) => {
    const repository = sample();
    const commits = memory<readonly KeptCommit[]>();
    const roots = memory<readonly string[]>();
    await sceneOf(repository.root, commits);
    poison(commits.kept);
    alter(repository);
    const head = repository.git("rev-parse", "HEAD").trim();
    roots.set(head, ["kept"]);
    const altered = await readScene({ cwd: repository.root, env: testEnv, tree: false, memory: { commits, roots } });
    expect(altered.head.tree).toBe(repository.git("rev-parse", "HEAD^{tree}").trim());
    expect(altered.roots).toEqual([head]);
    commits.kept.clear();
    await sceneOf(repository.root, commits);
    expect(commits.kept.size).toBe(0);
  });

  test("neither answers nor learns in a shallow clone", async () => {
    const repository = sample();
    const root = join(temporaryFolder(), "clone");
    runIn("/", ["clone", "-q", "--depth", "1", `file://${repository.root}`, root]);
    const commits = memory<readonly KeptCommit[]>();
    expect((await sceneOf(root, commits)).reasons).toContain("history_shallow");
    expect(commits.kept.size).toBe(0);
  });
});

describe("the memory of changes", () => {
  interface Kept extends ChangesMemory {
    readonly kept: Map<string, Changes>;
    readonly recalled: string[];
  }

  function changesMemory(): Kept {
    const kept = new Map<string, Changes>();
    const recalled: string[] = [];
    return {
      kept,
      recalled,
      recall: (key) => {
        if (kept.has(key)) recalled.push(key);
        return kept.get(key) ?? null;
      },
      accept: (key, read) => {
        if (key !== null) kept.set(key, read);
        return read;
      },
    };
  }

  async function changesOf(repository: TestRepository, changes: Kept, previousHead = "HEAD"): Promise<unknown> {
    const env = { ...testEnv, HOME: repository.root };
    const scene = await readScene({ cwd: repository.root, env, tree: true });
    const base = repository.git("rev-parse", previousHead).trim();
    const work = await readWork(scene, { env, sessionStart: base, previousHead: null, addedLines: true, changes });
    return work.changes.map(({ path, additions, binary }) => [path, binary ? "binary" : additions]);
  }

  function edited(): TestRepository {
    const repository = sample();
    return repository.write("a.txt", "one\ntwo\nthree\n");
  }

  test("a second read of the same state comes from it", async () => {
    const repository = edited();
    const changes = changesMemory();
    expect(await changesOf(repository, changes)).toEqual([["a.txt", 1]]);
    expect(changes.recalled).toEqual([]);
    expect(await changesOf(repository, changes)).toEqual([["a.txt", 1]]);
    expect(changes.recalled).toEqual([...changes.kept.keys()]);
  });

  test.each<readonly [string, (repository: TestRepository) => unknown, unknown]>([
    ["another content", (r) => r.write("a.txt", "one\ntwo\n3\n4\n"), [["a.txt", 2]]],
    [
      "one more file",
      (r) => r.write("b.txt", "b\n"),
      [
        ["a.txt", 1],
        ["b.txt", 1],
      ],
    ],
    [
      "the same, staged: it tells a new file from an untracked one",
      (r) => r.write("b.txt", "b\n").stage("b.txt"),
      [
        ["a.txt", 1],
        ["b.txt", 1],
      ],
    ],
    [
      "attributes of the work tree",
      (r) => r.write(".gitattributes", "*.txt -diff\n"),
      [
        [".gitattributes", 1],
        ["a.txt", "binary"],
      ],
    ],
    ["attributes of the repository", (r) => r.write(".git/info/attributes", "*.txt -diff\n"), [["a.txt", "binary"]]],
    [
      "attributes in a file of the user's own",
      (r) => (r.write(".git/mine", "*.txt -diff\n"), r.git("config", "core.attributesFile", "~/.git/mine")),
      [["a.txt", "binary"]],
    ],
  ])("does not answer after %s", async (_, change, expected) => {
    const repository = edited();
    const changes = changesMemory();
    await changesOf(repository, changes);
    change(repository);
    expect(await changesOf(repository, changes)).toEqual(expected);
    expect(changes.recalled).toEqual([]);
  });

  test("notices an edit of the files that the configuration names", async () => {
    const repository = edited();
    repository.write(".git/mine", "").write(".git/more", "[core]\n\tattributesFile = ~/.git/mine\n");
    repository.git("config", "include.path", "more");
    const changes = changesMemory();
    expect(await changesOf(repository, changes)).toEqual([["a.txt", 1]]);
    repository.write(".git/mine", "*.txt -diff\n");
    expect(await changesOf(repository, changes)).toEqual([["a.txt", "binary"]]);
  });

  test("is not asked where something was committed since the base", async () => {
    const repository = edited();
    const changes = changesMemory();
    expect(await changesOf(repository, changes, "HEAD^")).toEqual([["a.txt", 2]]);
    expect(changes.kept.size).toBe(0);
  });
});

describe("the memory of trees", () => {
  test("is not asked where a filter's program turns content, and notices ignored attribute files", async () => {
    const repository = sample();
    repository.write("a.txt", "edited\n");
    const trees = memory<string>();
    const treeOf = async (): Promise<string | null> =>
      (await readScene({ cwd: repository.root, env: testEnv, tree: true, memory: { trees } })).tree;
    const first = await treeOf();
    repository.write(".git/info/exclude", ".gitattributes\n").write(".gitattributes", "*.txt filter=up\n");
    repository.git("config", "filter.up.clean", "tr a-z A-Z");
    const upper = await treeOf();
    expect(upper).not.toBe(first);
    repository.git("config", "filter.up.clean", "tr a-z x");
    expect(await treeOf()).not.toBe(upper);
  });
});
