import { join } from "node:path";
import { mkdirSync, writeFileSync } from "node:fs";
import { firstComplaint, gitFailure } from "../../src/adapters/git/git-failure.ts";
import { formatIndex, parseIndex } from "../../src/adapters/git/index-file.ts";
import { pointedAt } from "../../src/adapters/git/lfs.ts";
import { parseDiff } from "../../src/adapters/git/parse-diff.ts";
import { parsePatch, quote } from "../../src/adapters/git/parse-patch.ts";
import { parseStatus } from "../../src/adapters/git/parse-status.ts";
import { pathText, rawPath } from "../../src/adapters/git/raw-path.ts";
import { parseLog } from "../../src/adapters/git/read-commits.ts";
import { readConversion } from "../../src/adapters/git/read-conversion.ts";
import { readOperation, readSequence } from "../../src/adapters/git/read-operation.ts";
import { readRefs } from "../../src/adapters/git/read-refs.ts";
import { readRepositoryConfig } from "../../src/adapters/git/read-repository-config.ts";
import { readWorktrees } from "../../src/adapters/git/read-worktrees.ts";
import { parseTree } from "../../src/adapters/git/tree-folders.ts";
import { parseAnswer } from "../../src/adapters/git/walk-objects.ts";
import { scratch } from "../scratch.ts";
import { bytesOf, mustEqual, mustHold, type Target } from "../target.ts";

const id = "a".repeat(40);
const other = "b".repeat(40);
const none = "0".repeat(40);
const place = { cwd: "/", gitDir: null, workTree: null };

const status: Target = {
  name: "git-status",
  shape: "fields",
  seeds: () =>
    bytesOf(
      [
        `# branch.oid ${id}`,
        "# branch.head main",
        "# branch.upstream origin/main",
        "# branch.ab +1 -2",
        `1 .M N... 100644 100644 100644 ${id} ${other} src/a b.ts`,
        `1 A. S..U 000000 160000 160000 ${none} ${id} sub`,
        `2 R. N... 100644 100644 100644 ${id} ${id} R100 new\nname`,
        "old name",
        `u UU N... 100644 100644 100644 100644 ${id} ${id} ${id} both`,
        "? folder/",
        "! ignored",
        "",
      ].join("\0"),
    ),
  run: (input) => {
    const facts = parseStatus(input);
    const parts = input.toString("latin1").split("\0");
    mustHold(facts.entries.length <= parts.length, "no more entries than fields");
    // Any path that git can write comes back as it is.
    const paths = parts.filter((path) => path !== "" && !path.endsWith("/")).slice(0, 50);
    const written = paths.map((path) => `1 .M N... 100644 100644 100644 ${id} ${id} ${path}\0? ${path}\0`).join("");
    const read = parseStatus(Buffer.from(written, "latin1")).entries.map(({ path }) => path);
    mustEqual(
      read,
      paths.flatMap((path) => [path, path]),
      "a written path is the path that is read",
    );
    for (const { path } of facts.entries)
      mustEqual(
        rawPath(pathText(path) ?? ""),
        pathText(path) === null ? "" : path,
        "text of a path leads back to its bytes",
      );
    return facts;
  },
};

const diffSeed = (name: string): string =>
  [
    `:100644 100644 ${id} ${none} M`,
    name,
    `:100644 100644 ${id} ${other} R090`,
    "old",
    "new",
    `1\t2\t${name}`,
    "-\t-\t",
    "old",
    "new",
    "",
    `diff --git ${quote(`a/${name}`)} ${quote(`b/${name}`)}\nindex 1..2 100644\n--- a\n+++ b\n@@ -1,2 +1 @@ x\n-a\n-b\n+c\n\\ No newline at end of file\n`,
  ].join("\0");

const diff: Target = {
  name: "git-diff",
  shape: "fields",
  words: ["@@ -1 +1,9 @@", "@@ -1,999999999999 +1,999999999999 @@", "Binary files ", "diff --git a/x b/x"],
  seeds: () => bytesOf(diffSeed("src/a.ts"), diffSeed("tab\there é")),
  run: (input) => {
    const parsed = parseDiff(input);
    const patch = parsePatch(parsed.patch, parsed.pairs, 100);
    const lines = patch.added.reduce((sum, { lines: one }) => sum + one.length, 0);
    mustHold(lines <= parsed.patch.length, "no more added lines than the patch has bytes");
    for (const [path, count] of patch.counts)
      mustHold(count === "binary" || (count.additions >= 0 && count.deletions >= 0), "counts are no debts", path);
    return { parsed, patch };
  },
};

const log: Target = {
  name: "git-log",
  shape: "fields",
  seeds: () =>
    bytesOf(
      [">", id, other, `${id} ${other}`, "1767225600", "A <a@b>", "subject", "=", id, other, "", "x", "", "", ""].join(
        "\0",
      ),
    ),
  run: (input) => {
    const commits = parseLog(input);
    for (const { at } of commits) mustHold(!Number.isNaN(Date.parse(at)), "every commit has a time", at);
    return commits;
  },
};

const objects: Target = {
  name: "git-objects",
  shape: "bytes",
  seeds: () => {
    const entry = (mode: string, name: string): Buffer =>
      Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, "hex")]);
    const tree = Buffer.concat([entry("100644", "a"), entry("40000", "src"), entry("160000", "sub")]);
    return [
      Buffer.concat([Buffer.from(`${id} tree ${tree.length}\n`), tree, Buffer.from("\n")]),
      ...bytesOf(`${id} missing\n`, `${id} blob 3\nabc\n`),
    ];
  },
  run: (input) => {
    const answer = parseAnswer(input, id);
    if (typeof answer === "number") {
      mustHold(answer > input.length, "an answer that is not whole needs more bytes");
      return answer;
    }
    mustHold(answer.length > 0 && answer.length <= input.length, "an answer lies within what was read");
    const content = answer.object?.content ?? input;
    return { answer, sha1: parseTree(content, 20), sha256: parseTree(content, 32) };
  },
};

const index: Target = {
  name: "git-index",
  shape: "bytes",
  seeds: () => {
    const entries = ["a", "src/b c.ts", "x".repeat(5000)].map((path, at) => ({
      path,
      mode: "100644",
      id,
      intentToAdd: at === 1,
    }));
    return [formatIndex(entries, "sha1"), formatIndex(entries.slice(0, 2), "sha256")];
  },
  run: (input) => {
    const paths = [
      ...new Set(
        input
          .toString("latin1")
          .split("\0")
          .filter((path) => path !== ""),
      ),
    ].slice(0, 50);
    const entries = paths.map((path, at) => ({ path, mode: "100644", id, intentToAdd: at % 2 === 0 }));
    const read = parseIndex(formatIndex(entries, "sha1"), "sha1");
    mustEqual(new Set(read.map(({ path }) => path)).size, paths.length, "every path of an index is read back");
    return [parseIndex(input, "sha1")];
  },
};

const config: Target = {
  name: "git-files",
  shape: "lines",
  words: [
    "[core]",
    "bare = true",
    "[extensions]",
    "objectformat = sha256",
    "[include]",
    "path = config",
    "refs/heads/main",
    "ref: ",
    '[filter "lfs"]',
    "attributesfile =",
  ],
  seeds: () =>
    bytesOf(
      '[core]\n\tbare = false\n\tfilemode = true\n\tworktree = "/w"\n[extensions]\n\tobjectformat = sha1\n[remote "o"]\n\turl = x\n[include]\n\tpath = ~/more\n',
      `# pack-refs with: peeled fully-peeled sorted\n${id} refs/heads/main\n${other} refs/tags/v1\n^${id}\n`,
      "ref: refs/heads/main\n",
      `pick ${id} subject\nrevert ${other} x\n`,
      "12\n",
    ),
  run: async (input) => {
    const gitDir = join(scratch(), "git");
    for (const folder of ["worktrees/w", "rebase-merge", "sequencer", "info", "refs"])
      mkdirSync(join(gitDir, folder), { recursive: true });
    const names = [
      "config",
      "config.worktree",
      "packed-refs",
      "HEAD",
      "worktrees/w/gitdir",
      "worktrees/w/HEAD",
      "worktrees/w/locked",
      "rebase-merge/msgnum",
      "rebase-merge/end",
      "rebase-merge/head-name",
      "sequencer/head",
      "sequencer/todo",
      "info/attributes",
    ];
    for (const name of names) writeFileSync(join(gitDir, name), input);
    const env = { HOME: gitDir, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: join(gitDir, "config") };
    const query = { place, env, commonDir: gitDir, storage: "files" };
    return [
      readRepositoryConfig(gitDir, gitDir),
      await readRefs({ ...query, names: ["HEAD", "refs/heads/main", "refs/tags/v1"] }),
      readOperation(gitDir, null, { cherryPick: false, revert: false }),
      readSequence(gitDir),
      readConversion(gitDir, gitDir, env),
      (await readWorktrees({ ...query, workTree: "main" })).map(({ branch, head, locked }) => ({
        branch,
        head,
        locked,
      })),
      pointedAt(input.toString("utf8")),
    ];
  },
};

const failure: Target = {
  name: "git-failure",
  shape: "text",
  words: ["fatal: ", "error: ", "dubious ownership in repository at '/x'"],
  seeds: () => bytesOf("warning: x\nfatal: detected dubious ownership in repository at '/w/x'\n", "error: bad thing\n"),
  run: (input) => {
    const stderr = input.toString("utf8");
    const error = gitFailure(
      { place, env: {}, args: ["status"] },
      { code: 128, stdout: Buffer.alloc(0), stderr, cut: false },
    );
    mustHold(!/[\u0000-\u001f\u007f]/.test(error.message + (error.hint ?? "")), "a message is one line");
    return [error.code, error.message, error.hint, firstComplaint(stderr)];
  },
};

export const gitTargets: readonly Target[] = [status, diff, log, objects, index, config, failure];
