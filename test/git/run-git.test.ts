import { readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Place } from "../../src/adapters/git/git-env.ts";
import { type GitCall, runGit } from "../../src/adapters/git/run-git.ts";
import { readGit } from "../../src/adapters/git/read-git.ts";
import { walkObjects } from "../../src/adapters/git/walk-objects.ts";
import { type TestRepository, createRepository, temporaryFolder, testEnv } from "./repository.ts";

function fill(r: TestRepository): void {
  r.write("f.txt", "x\n").commit("first");
}

function placeIn(cwd: string): Place {
  return { cwd, gitDir: null, workTree: null };
}

function call(args: readonly string[], more: Partial<GitCall> = {}): GitCall {
  return { place: placeIn(createRepository("sha1", fill).root), env: testEnv, args, ...more };
}

/** Command lines of the live processes. */
function commandLines(): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8");
      } catch {
        return "";
      }
    });
}

describe("a git child", () => {
  test("any exit code is a result", async () => {
    const result = await runGit(call(["merge-base", "--is-ancestor", "HEAD", "HEAD"]));
    expect(result).toMatchObject({ code: 0, cut: false });
    expect((await runGit(call(["rev-parse", "none"]))).code).toBe(128);
  });

  test("that does not end in time is killed with its own children", async () => {
    const marker = `60.${Math.floor(performance.now() * 1000)}`;
    const run = runGit(
      call(["-c", `alias.hang=!trap '' TERM; sleep ${marker}`, "hang"], { limits: { timeoutMs: 500 } }),
    );
    await expect.poll(() => commandLines().some((line) => line.includes(marker))).toBe(true);
    await expect(run).rejects.toMatchObject({ kind: "environment", code: "git_timeout" });
    expect(commandLines().filter((line) => line.includes(marker))).toEqual([]);
  });

  test("that writes too much is stopped, as an error or with what came so far", async () => {
    const endless = ["-c", "alias.flood=!yes", "flood"];
    await expect(runGit(call(endless, { limits: { maxBytes: 1_000_000 } }))).rejects.toMatchObject({
      code: "git_output_too_large",
    });
    const { stdout, cut, code } = await runGit(call(endless, { limits: { maxBytes: 1_000_000, atMax: "cut" } }));
    expect([stdout.length, cut, code]).toEqual([1_000_000, true, 0]);
  });

  test("gets neither prompt, pager, editor, network nor the hook's index, and speaks C", async () => {
    const env = {
      ...testEnv,
      LANG: "de_DE.UTF-8",
      LC_ALL: "de_DE.UTF-8",
      GIT_INDEX_FILE: "/x",
      GIT_EDITOR: "vi",
      PAGER: "less",
    };
    const output = (await readGit(call(["-c", "alias.show-env=!env", "show-env"], { env })))
      .toString("utf8")
      .split("\n");
    for (const line of [
      "LC_ALL=C",
      "GIT_OPTIONAL_LOCKS=0",
      "GIT_TERMINAL_PROMPT=0",
      "GIT_ALLOW_PROTOCOL=none",
      "GIT_EDITOR=false",
    ]) {
      expect(output).toContain(line);
    }
    expect(output.filter((line) => line.startsWith("GIT_INDEX_FILE="))).toEqual([]);
  });

  test("cannot reach another repository over the network", async () => {
    const other = createRepository("sha1", fill);
    const result = await runGit(call(["ls-remote", `file://${other.root}`]));
    expect(result.stderr).toContain("not allowed");
  });

  test("in a folder that is gone", async () => {
    const folder = temporaryFolder();
    rmSync(folder, { recursive: true });
    await expect(runGit({ place: placeIn(folder), env: testEnv, args: ["status"] })).rejects.toMatchObject({
      code: "cwd_missing",
    });
  });

  test("a failure is one line with git's own words", async () => {
    await expect(readGit(call(["rev-parse", "--verify", "no\nsuch"]))).rejects.toMatchObject({
      kind: "environment",
      code: "git_failed",
      message: expect.stringMatching(/^git rev-parse failed in \S+: fatal: [^\n]+$/),
    });
  });

  test("an error while its output is read ends it", async () => {
    const broken = (): Uint8Array => {
      throw new TypeError("reader broke");
    };
    await expect(runGit(call(["cat-file", "--batch"], { input: broken }))).rejects.toThrow("reader broke");
  });
});

describe("a walk over objects", () => {
  test("follows where each answer leads, through large objects and missing ones", async () => {
    const repository = createRepository("sha1", fill);
    const large = "0123456789".repeat(300_000);
    repository.write("large", large).commit("large");
    const place = { cwd: repository.root, gitDir: join(repository.root, ".git"), workTree: repository.root };
    const seen: (readonly [string, string | null, number])[] = [];
    await walkObjects({
      place,
      env: testEnv,
      first: ["HEAD^{tree}", "none", "HEAD:large"],
      onObject: (name, object) => {
        seen.push([name, object?.type ?? null, object?.content.length ?? 0]);
        return name === "HEAD:large" ? ["HEAD:f.txt", "HEAD:large "] : [];
      },
    });
    expect(seen).toEqual([
      ["HEAD^{tree}", "tree", expect.any(Number)],
      ["none", null, 0],
      ["HEAD:large", "blob", large.length],
      ["HEAD:f.txt", "blob", 2],
      ["HEAD:large ", null, 0],
    ]);
  });
});
