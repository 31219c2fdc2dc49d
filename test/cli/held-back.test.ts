import { rmSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox } from "./run-cli.ts";

const token = "ghp_Zk3mQ9xT2vB7nR5wL8yH1cJ4dF6gS0aPqEuV";

describe("what may not be told wrongly", () => {
  let box: Sandbox;
  beforeEach(() => {
    box = makeSandbox();
  });
  afterEach(() => box.remove());

  const codes = (): string[] =>
    (box.passdown(["pickup", "--json"]).json()["reasons"] as { code: string }[]).map(({ code }) => code);
  const acceptance = (command: string): void => {
    box.write("passdown.config.json", JSON.stringify({ acceptance: [command] }));
    box.commit("acceptance");
    box.passdown(["note", "next", "go on"]);
    box.passdown(["verify", "--run"]);
    expect(box.passdown(["pack", "--json"]).json()).toMatchObject({ result: "published" });
  };

  it("work inside a submodule makes a result count for no tree", () => {
    const library = makeSandbox();
    box.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library.root, "lib");
    box.commit("library");
    acceptance("grep -q sample lib/README.md");
    expect(box.passdown(["pickup", "--json"]).json()).toMatchObject({ decision: "proceed" });
    box.write("lib/README.md", "broken\n");
    expect(box.passdown(["pickup", "--json"]).json()).toMatchObject({ decision: "reverify" });
    expect(box.passdown(["verify", "--json"]).json()).not.toMatchObject({ verdict: "passed" });
    library.remove();
  });

  it("a repository inside the work tree counts by its content", () => {
    execFileSync("git", ["init", "-q", join(box.root, "inner")]);
    box.write("inner/a.txt", "one\n");
    box.passdown(["note", "next", "go on"]);
    box.passdown(["note", "keep", "as it is"]);
    box.passdown(["pack"]);
    expect(codes()).toContain("scene_matches");
    box.write("inner/a.txt", "two\n");
    expect(codes()).toContain("work_tree_changed");
  });

  it("where a link leads is content", () => {
    symlinkSync("README.md", join(box.root, "link"));
    box.passdown(["note", "next", "go on"]);
    box.passdown(["note", "keep", "the link"]);
    box.passdown(["pack"]);
    unlinkSync(join(box.root, "link"));
    symlinkSync("elsewhere", join(box.root, "link"));
    expect(box.passdown(["check", "--json"]).json()).toMatchObject({ blocking: [{ code: "uncommitted_changes" }] });
    expect(codes()).toContain("work_tree_changed");
  });

  it("a pass whose record is gone is not passed on", () => {
    acceptance("grep -q sample README.md");
    rmSync(join(box.root, ".git/passdown/feedback"), { recursive: true });
    expect(codes()).toContain("evidence_gap");
  });

  it("copies written by --out are no work of their own", () => {
    box.passdown(["note", "next", "go on"]);
    const first = box.passdown(["pack", "--out", "handoff", "--json"]).json();
    expect(box.passdown(["pack", "--out", "handoff", "--json"]).json()).toMatchObject({
      result: "unchanged",
      packet_id: first["packet_id"],
    });
    expect(codes()).toContain("scene_matches");
  });

  it("a home inside the work tree is no work either", () => {
    const env = { PASSDOWN_HOME: join(box.root, "inside") };
    box.passdown(["note", "next", "go on"], { env });
    expect(box.passdown(["pack", "--json"], { env }).json()).toMatchObject({ result: "published" });
    expect(box.passdown(["pickup", "--json"], { env }).json()).toMatchObject({ decision: "proceed" });
  });

  it("a home of another repository is refused, and its packet stays active", () => {
    const other = makeSandbox();
    const env = { PASSDOWN_HOME: join(other.root, "..", `${box.root.split("/").at(-1)}-home`) };
    other.git("commit", "-q", "--amend", "--allow-empty", "-m", "another root");
    box.write("mine.txt", "only here\n");
    box.commit("mine");
    box.passdown(["note", "next", "mine"], { env });
    const mine = box.passdown(["pack", "--json"], { env }).json();
    const refused = other.passdown(["pack", "--force", "x", "--json"], { env });
    expect([refused.exit, refused.json()]).toMatchObject([3, { error: { code: "home_of_another_repository" } }]);
    expect(box.passdown(["pickup", "--json"], { env }).json()).toMatchObject({
      decision: "proceed",
      packet_id: mine["packet_id"],
    });
    other.remove();
    rmSync(env.PASSDOWN_HOME, { recursive: true, force: true });
  });

  it("a secret in branch, stash, added code, commit and configuration reaches neither output nor home", () => {
    box.git("checkout", "-qb", `fix/${token}`);
    box.write("s.txt", "s\n");
    box.git("stash", "push", "-qum", `stash ${token}`);
    box.write("d.js", `console.log("${token}"); // DEBUG\n`);
    box.write("passdown.config.json", JSON.stringify({ acceptance: [`TOKEN=${token} test -f nope`] }));
    box.git("add", "-A");
    box.git("commit", "-qm", `with ${token}`);
    box.write("e.js", `console.log("${token}"); // DEBUG\n`);
    box.passdown(["note", "next", "go on"]);
    const outputs = [
      ["check", "--json"],
      ["check"],
      ["status", "--json"],
      ["status"],
      ["verify", "--run", "--json"],
      ["pack", "--json"],
      ["pack", "--force", "hurry", "--json"],
      ["pickup", "--json"],
      ["show", "--json"],
      ["show", "--markdown"],
      ["show", `nope-${token}`],
    ].map((args) => [args.join(" "), box.passdown(args)] as const);
    for (const [call, { stdout, stderr }] of outputs) {
      expect(stdout.includes(token), `${call}: stdout`).toBe(false);
      expect(stderr.includes(token), `${call}: stderr`).toBe(false);
    }
    expect(box.inShell(`grep -rl ${token} .git/passdown`).stdout).toBe("");
    expect(box.passdown(["pickup", "--json"]).json()["packet_id"]).toMatch(/^p-/);
    expect(codes()).not.toContain("wrong_branch");
  });

  it("a file of packets that was merely reformatted is not what was published", () => {
    box.passdown(["note", "next", "go on"]);
    const { path } = box.passdown(["pack", "--json"]).json() as { path: string };
    const file = join(path, "handoff.json");
    box.inShell(`sed -i 's/^  "next_action"/  "next_action": "evil",\\n  "next_action"/' ${file}`);
    expect(codes()).toContain("packet_altered");
  });
});
