import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox } from "./run-cli.ts";

describe("a call that cannot be carried out", () => {
  let box: Sandbox;
  beforeAll(() => {
    box = makeSandbox();
  });
  afterAll(() => box.remove());

  const calls: readonly (readonly [string, readonly string[], number, RegExp])[] = [
    ["an unknown command", ["frobnicate"], 2, /frobnicate/],
    ["an unknown flag", ["pack", "--frobnicate"], 2, /frobnicate/],
    ["too many words", ["check", "more"], 2, /more|argument/i],
    ["exec without a command", ["exec"], 2, /exec|command|argument/i],
    ["exec without dashes", ["exec", "npm", "test", "--frobnicate"], 2, /two dashes/],
    ["a note of no kind", ["note"], 2, /argument|kind/i],
    ["a note of an unknown kind", ["note", "hope", "so"], 2, /hope/],
    ["a note without a text", ["note", "next"], 2, /text/],
    [
      "a next step that is a placeholder",
      ["note", "next", "TODO"],
      2,
      /"TODO" says nothing[^\n]*\n {2}→ name the first step/,
    ],
    ["a next step of dots", ["note", "next", "..."], 2, /says nothing/],
    ["a next step that is to be decided", ["note", "next", "tbd"], 2, /says nothing/],
    ["a next step that does not apply", ["note", "next", "n/a"], 2, /says nothing/],
    [
      "a word about a step of a run",
      ["note", "done", "--answers", "run:r/send", "x"],
      2,
      /→ passdown run settle r send --done/,
    ],
    ["a step without arguments", ["run", "step"], 2, /→ see passdown run step --help\n/],
    ["a command that does not exist, without a help of its own", ["frob"], 2, /→ see passdown --help\n/],
    ["a part of run that does not exist", ["run", "frob"], 2, /→ see passdown run --help\n/],
    [
      "a time that is no number",
      ["exec", "--timeout", "abc", "--", "true"],
      2,
      /abc[^\n]*\n {2}→ see passdown exec --help\n/,
    ],
    [
      "a time that is no number, and no dashes",
      ["exec", "--timeout", "abc", "true"],
      2,
      /→ see passdown exec --help\n/,
    ],
    ["audit of a record that is not here", ["audit", "rr"], 2, /--root DIR/],
    ["a blank note", ["note", "next", "   "], 2, /text/],
    ["--later where it does not belong", ["note", "next", "--later", "x"], 2, /--later/],
    [
      "an answer to a note that is not there",
      ["note", "decide", "--answers", "n-000000000000", "x"],
      2,
      /n-000000000000/,
    ],
    ["a required file outside", ["note", "require", "../../etc/passwd"], 2, /inside the work tree/],
    ["keep with nothing to keep", ["note", "keep", "x"], 2, /no uncommitted work/],
    ["force without a reason", ["pack", "--force", " "], 2, /reason/],
    ["show of an unknown packet", ["show", "p-0000000000000000"], 2, /p-0000000000000000/],
    ["show without any packet", ["show"], 2, /no active packet/],
    ["a packet id that is no id", ["show", "../../secret"], 2, /packet/],
    ["diff of unknown packets", ["diff", "p-0000000000000000", "p-1111111111111111"], 2, /p-0000000000000000/],
    ["audit of nothing", ["audit", "p-0000000000000000"], 2, /p-0000000000000000/],
    ["restore over something", ["restore", "--into", "."], 2, /exists already|no active packet/],
    ["tokens that are no number", ["pickup", "--tokens", "many"], 2, /many/],
  ];
  it.each(calls)("%s: one clear line and exit code", (_, args, exit, message) => {
    const result = box.passdown(args);
    expect(result.exit).toBe(exit);
    expect(result.stdout).toBe("");
    expect(result.stderr).toMatch(message);
    expect(result.stderr).toMatch(/^passdown: .+\n( {2}.+\n)?$/);
  });

  it.each(calls.filter(([, args]) => args[0] !== "exec"))("%s: the same as JSON", (_, args, exit) => {
    const result = box.passdown([...args, "--json"]);
    expect(result.exit).toBe(exit);
    expect(result.json()).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } });
  });

  it("a configuration that is wrong: exit 2 and the place", () => {
    box.write("passdown.config.json", '{ "acceptence": ["npm test"] }');
    const result = box.passdown(["status", "--json"]);
    expect(result.exit).toBe(2);
    expect(JSON.stringify(result.json())).toContain("acceptence");
    rmSync(join(box.root, "passdown.config.json"));
  });

  it("a folder that is gone: exit 3 and no stack", () => {
    mkdirSync(join(box.root, "gone"));
    const result = box.inShell('cd gone && rmdir ../gone && "$NODE" "$BIN" status');
    expect(result.exit).toBe(3);
    expect(result.stderr).toMatch(/^passdown: .+\n( {2}.+\n)?$/);
  });
});

describe("places that are no ordinary repository", () => {
  it("a folder without git: works, and says why there is no commit", () => {
    const box = makeSandbox({ git: false });
    box.write("a.txt", "a\n");
    box.passdown(["note", "next", "begin"]);
    const packed = box.passdown(["pack", "--json"]);
    expect(packed.json()).toMatchObject({ result: "published" });
    const packet = box.passdown(["show", "--json"]).json();
    expect(packet).toMatchObject({
      head_commit: null,
      branch: null,
      scene: { kind: "folder", reasons: ["no_repository"] },
    });
    expect(box.passdown(["pickup", "--json"]).json()).toMatchObject({ decision: "proceed" });
    box.write("a.txt", "b\n");
    expect(box.passdown(["pickup", "--json"]).json()).toMatchObject({ decision: "reverify" });
    box.remove();
  });

  it("a repository without commits: works, and says so", () => {
    const box = makeSandbox({ git: false });
    box.git("init", "-q", "-b", "main");
    box.passdown(["note", "next", "make the first commit"]);
    expect(box.passdown(["pack", "--json"]).json()).toMatchObject({ result: "published" });
    const packet = box.passdown(["show", "--json"]).json();
    expect(packet).toMatchObject({ head_commit: null, branch: "main", scene: { kind: "git" } });
    expect(box.passdown(["pickup", "--json"]).json()).toMatchObject({ decision: "proceed" });
    box.remove();
  });

  it("a bare repository: works, and says that there is no work tree", () => {
    const box = makeSandbox({ git: false });
    box.git("init", "-q", "--bare", "-b", "main", "bare.git");
    const cwd = join(box.root, "bare.git");
    box.passdown(["note", "next", "push something"], { cwd });
    expect(box.passdown(["pack", "--json"], { cwd }).json()).toMatchObject({ result: "published" });
    const packet = box.passdown(["show", "--json"], { cwd }).json();
    expect(packet).toMatchObject({ scene: { kind: "bare", tree: null } });
    box.remove();
  });
});
