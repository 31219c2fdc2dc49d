import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateHandoff } from "../../src/app/generate-handoff.ts";
import { archive } from "../../src/app/archive.ts";
import { auditText } from "../../src/audit/audit-text.ts";
import { contextIn } from "../generate/context.ts";
import {
  createRepository,
  fingerprint,
  runIn,
  temporaryFolder,
  tryIn,
  type TestRepository,
} from "../git/repository.ts";
import { anySnapshot } from "../laws/any-snapshot.ts";
import { openStand, type Stand } from "./stand.ts";

/** Whatever the scene: a packet that nobody touched has no findings, and the audit changes nothing. */

const begin = (repository: TestRepository): string =>
  repository
    .write("passdown.config.json", JSON.stringify({ acceptance: ["sh check.sh"] }))
    .write("check.sh", "exit 0\n")
    .write("a.txt", "a\n")
    .commit("begin");

const onBranch = (stand: Stand): void => {
  stand.git("checkout", "-q", "-b", "work");
  stand.write("a.txt", "changed\n").write("new.txt", "new\n").commit("work");
};

const acceptance = (stand: Stand, ...commands: readonly string[]): void => {
  stand.write("passdown.config.json", JSON.stringify({ acceptance: commands })).commit("acceptance");
};

type Prepare = (stand: Stand) => unknown;

describe("a packet that nobody touched passes", () => {
  test.each<[string, Prepare, { readonly force?: string }?]>([
    ["a quiet repository", () => undefined],
    [
      "a branch with commits and a green check",
      async (s) => {
        onBranch(s);
        await s.exec("sh", "check.sh");
      },
    ],
    [
      "a red check that is named",
      async (s) => {
        s.write("check.sh", "exit 3\n").commit("red");
        await s.exec("sh", "check.sh");
        await s.note("risk", "sh check.sh is red");
      },
    ],
    [
      "a check that fails, then passes",
      async (s) => {
        await s.exec("sh", "-c", "exit 3");
        s.write("x", "").commit("x");
        await s.exec("sh", "check.sh");
      },
    ],
    [
      "thirty failures and more",
      async (s) => {
        for (let at = 0; at < 34; at += 1) await s.exec("sh", "-c", `echo 'Error: e${at}' >&2; exit 1`);
      },
    ],
    [
      "the same failure thrice",
      async (s) => {
        for (let at = 0; at < 3; at += 1) await s.exec("sh", "-c", "echo same >&2; exit 1");
      },
    ],
    [
      "a masked check",
      async (s) => {
        acceptance(s, "sh check.sh | tail");
        await s.exec("sh", "-c", "sh check.sh | tail");
      },
    ],
    [
      "a check behind other commands",
      async (s) => {
        acceptance(s, "echo start; sh check.sh");
        await s.exec("sh", "-c", "echo start; sh check.sh");
      },
    ],
    [
      "a check in a pipe that is strict",
      async (s) => {
        acceptance(s, "set -o pipefail; sh check.sh | cat");
        await s.exec("bash", "-c", "set -o pipefail; sh check.sh | cat");
      },
    ],
    [
      "a check that is fed by a pipe",
      async (s) => {
        acceptance(s, "cat a.txt | grep -q a");
        await s.exec("sh", "-c", "cat a.txt | grep -q a");
      },
    ],
    [
      "a check with quotes and blanks",
      async (s) => {
        s.write("b c.txt", "it's\n").commit("x");
        acceptance(s, "grep -q \"it's\" 'b c.txt'");
        await s.exec("grep", "-q", "it's", "b c.txt");
      },
    ],
    ["a program that is missing", async (s) => s.exec("no-such-program-here", "x")],
    [
      "uncommitted work that is kept",
      async (s) => {
        s.write("a.txt", "half\n").write("untracked.txt", "u\n");
        await s.note("keep", "half of it");
      },
    ],
    ["an unclean scene, forced", (s) => s.write("a.txt", "half\n"), { force: "late" }],
    [
      "a Chinese document",
      (s) => {
        s.write("passdown.config.json", '{"language":"zh"}').commit("zh");
      },
    ],
    [
      "hostile notes",
      async (s) => {
        await s.note("risk", "## Receipts\n```\n<b>&amp; `x` | y");
        await s.note("ask", "a\tb \u202e c\u0301");
      },
    ],
    [
      "hostile paths",
      (s) => {
        s.git("checkout", "-q", "-b", "work");
        s.write('we"ird\n`name`.txt', "x")
          .write("支付 ☃.md", "y")
          .write(" leading", "z")
          .write("e\u0301.txt", "nfd")
          .commit("x");
      },
    ],
    [
      "a file that is no text",
      (s) => {
        s.git("checkout", "-q", "-b", "work");
        s.write("b.bin", new Uint8Array([0, 255, 0, 1])).commit("x");
      },
    ],
    [
      "a link, an executable, a rename and a deletion",
      (s) => {
        s.git("checkout", "-q", "-b", "work");
        s.link("link", "a.txt").makeExecutable("check.sh").remove("a.txt").write("moved.txt", "a\n").commit("x");
      },
    ],
    [
      "text conversion by attributes",
      (s) => {
        s.git("checkout", "-q", "-b", "work");
        s.write(".gitattributes", "*.txt text eol=crlf\n").write("crlf.txt", "a\r\nb\r\n").commit("x");
      },
    ],
    [
      "text conversion by configuration",
      (s) => {
        s.git("config", "core.autocrlf", "input");
        s.git("checkout", "-q", "-b", "work");
        s.write("crlf.txt", "a\r\nb\r\n").commit("x");
      },
    ],
    ["a detached head, forced", (s) => s.git("checkout", "-q", "--detach"), { force: "detached" }],
    [
      "a branch without commits",
      (s) => {
        s.git("checkout", "-q", "--orphan", "new");
        s.git("rm", "-rfq", ".");
      },
    ],
    [
      "an interrupted merge, forced",
      (s) => {
        s.git("checkout", "-q", "-b", "x");
        s.write("a.txt", "x\n").commit("x");
        s.git("checkout", "-q", "main");
        s.write("a.txt", "m\n").commit("m");
        tryIn(s.root, ["merge", "x"]);
      },
      { force: "merging" },
    ],
    [
      "a submodule",
      (s) => {
        const inner = createRepository("sha1", begin);
        s.git("checkout", "-q", "-b", "work");
        runIn(s.root, ["submodule", "add", "-q", inner.root, "lib"]);
        s.commit("lib");
      },
    ],
    [
      "artifacts, a board and an unknown effect",
      async (s) => {
        s.write(
          "agent_state.json",
          JSON.stringify({
            schema_version: 1,
            active_task_id: null,
            touched_files: ["a.txt"],
            assumptions: ["x"],
            blockers: ["y"],
            next_action: "z",
          }),
        ).commit("state");
        await s.exec("sh", "-c", "git push nowhere-at-all; exit 1");
      },
    ],
  ])("%s", async (_, prepare, options = {}) => {
    const stand = openStand(createRepository("sha1", begin).root);
    await prepare(stand);
    await stand.note("next", "go on");
    const { packet } = await stand.pack(options);
    expect(await stand.audit(packet.packet_id)).toEqual({ result: "pass", findings: [], unchecked: expect.any(Array) });
  });

  test("a repository with sha256 names", async () => {
    const stand = openStand(createRepository("sha256", begin).root);
    onBranch(stand);
    await stand.exec("sh", "check.sh");
    await stand.note("next", "go on");
    const { packet } = await stand.pack();
    expect(await stand.audit(packet.packet_id)).toEqual({ result: "pass", findings: [], unchecked: [] });
  });

  test("a folder without a repository", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "a.txt"), "a\n");
    const stand = openStand(folder, join(folder, ".passdown"));
    await stand.note("next", "go on");
    const { packet } = await stand.pack();
    const { result, findings, unchecked } = await stand.audit(packet.packet_id);
    expect([result, findings]).toEqual(["pass", []]);
    expect(unchecked).toEqual(["there is no repository to ask"]);
  });

  test("a linked worktree", async () => {
    const main = createRepository("sha1", begin);
    const linked = join(temporaryFolder(), "linked");
    main.git("worktree", "add", "-q", "-b", "topic", linked);
    const stand = openStand(linked, join(main.root, ".git/passdown"));
    stand.write("b.txt", "b\n").commit("b");
    await stand.exec("sh", "check.sh");
    await stand.note("next", "go on");
    const { packet } = await stand.pack();
    expect(await stand.audit(packet.packet_id)).toEqual({ result: "pass", findings: [], unchecked: [] });
    expect(await openStand(main.root).audit(packet.packet_id)).toMatchObject({ result: "pass" });
  });
});

describe("whatever became of it since", () => {
  test("superseded, archived, and after later red runs and commits", async () => {
    const stand = openStand(createRepository("sha1", begin).root);
    await stand.exec("sh", "check.sh");
    await stand.note("next", "go on");
    const first = await stand.pack();
    await stand.exec("sh", "-c", "exit 1");
    stand.write("check.sh", "exit 1\n");
    await stand.exec("sh", "check.sh");
    await stand.note("risk", "sh check.sh is red");
    stand.commit("red");
    await stand.note("next", "make it green");
    const second = await stand.pack();
    expect(second.superseded).toBe(first.packet_id);
    const unchecked = expect.any(Array);
    expect(await stand.audit(first.packet_id)).toEqual({ result: "pass", findings: [], unchecked });
    expect(await stand.audit(second.packet_id)).toEqual({ result: "pass", findings: [], unchecked });
    await archive(contextIn(stand.root));
    expect(await stand.audit(second.packet_id)).toEqual({ result: "pass", findings: [], unchecked });
  });

  test("a commit that is gone is not checked, and said so", async () => {
    const stand = openStand(createRepository("sha1", begin).root);
    const begun = stand.git("rev-parse", "HEAD").trim();
    onBranch(stand);
    await stand.exec("sh", "check.sh");
    await stand.note("next", "go on");
    const { packet } = await stand.pack();
    stand.git("checkout", "-q", "-B", "work", begun);
    stand.git("reflog", "expire", "--expire=now", "--all");
    stand.git("prune", "--expire=now");
    const { findings, unchecked } = await stand.audit(packet.packet_id);
    expect(findings).toEqual([]);
    expect(unchecked).toHaveLength(2);
    expect(unchecked[0]).toContain(packet.head_commit);
  });

  test("a copy in another repository: what cannot be checked there is said, and nothing is claimed", async () => {
    const stand = openStand(createRepository("sha1", begin).root);
    onBranch(stand);
    await stand.exec("sh", "check.sh");
    await stand.note("next", "go on");
    const out = join(temporaryFolder(), "copy");
    const { packet } = await stand.pack({ out });
    const other = openStand(createRepository("sha1", (repository) => repository.write("x", "x").commit("other")).root);
    const { findings, unchecked } = await other.audit(out);
    expect(findings).toEqual([]);
    expect(unchecked.join("\n")).toContain(`no chain of this home knows ${packet.packet_id}`);
    expect(unchecked.join("\n")).toContain("not in this repository any more");
  });
});

test("an audit writes nothing, not even into the home", async () => {
  const stand = openStand(createRepository("sha1", begin).root);
  await stand.note("next", "go on");
  const { packet } = await stand.pack();
  const before = fingerprint(stand.root);
  await stand.audit(packet.packet_id);
  expect(fingerprint(stand.root)).toBe(before);
  mkdirSync(join(stand.root, "empty"));
  expect(fingerprint(stand.root)).not.toBe(before);
});

test("whatever the texts, the Markdown that was made with a packet is found to say what it says", () => {
  fc.assert(
    fc.property(anySnapshot, (snapshot) => {
      const handoff = generateHandoff(snapshot, { dying: true, forced: "a law" });
      if (handoff === null) throw new Error("a dying session always has a packet");
      const found = auditText(handoff.payload, handoff.markdown, null);
      expect(found.filter((finding) => finding.code !== "secret")).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
