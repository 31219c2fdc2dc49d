import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox } from "../cli/run-cli.ts";

const bin = join(import.meta.dirname, "..", "..", "dist", "cli", "bin.cjs");
const line = "checking the scene";

describe("progress", () => {
  let box: Sandbox;
  let slow = "";
  beforeAll(() => {
    box = makeSandbox();
    // The real git, a little later: every command takes longer than anybody's patience.
    slow = join(box.root, ".git", "slow");
    mkdirSync(slow);
    const git = spawnSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).stdout.trim();
    writeFileSync(join(slow, "git"), `#!/bin/sh\nsleep 1\nexec '${git}' "$@"\n`);
    chmodSync(join(slow, "git"), 0o755);
  });
  afterAll(() => box.remove());

  /** In a terminal of its own, whose every byte is kept. */
  const inTerminal = (args: string, env: Record<string, string> = {}): string => {
    const command = `stty cols 80; '${process.execPath}' '${bin}' ${args}`;
    const { stdout } = spawnSync("script", ["-qec", command, "/dev/null"], {
      cwd: box.root,
      env: {
        PATH: `${slow}:${process.env["PATH"] ?? ""}`,
        HOME: box.root,
        XDG_CACHE_HOME: slow,
        TERM: "xterm",
        LANG: "C.UTF-8",
        ...env,
      },
      encoding: "utf8",
      input: "",
    });
    return stdout;
  };

  it("is one line, and gone before the result", () => {
    const out = inTerminal("check");
    const shown = out.indexOf(line);
    const erased = out.indexOf("\r\u001b[K");
    expect(shown).toBeGreaterThanOrEqual(0);
    expect(erased).toBeGreaterThan(shown);
    expect(out.slice(shown, erased)).not.toContain("\n");
    expect(out.indexOf("Clean:")).toBeGreaterThan(erased);
    expect(out.split(line)).toHaveLength(2);
  });

  it.each<readonly [string, string, Record<string, string>]>([
    ["with --json", "check --json", {}],
    ["on a terminal that cannot erase", "check", { TERM: "dumb" }],
    ["in CI", "check", { CI: "true" }],
    ["where stderr is no terminal", "check 2>/dev/null", {}],
  ])("is not there %s", (_where, args, env) => {
    const out = inTerminal(args, env);
    expect(out).not.toContain(line);
    expect(out).not.toContain("\u001b[K");
    expect(out).toMatch(/Clean:|"clean": true/);
  });

  it("has no colour with NO_COLOR, and speaks Chinese where the locale does", () => {
    expect(inTerminal("check", { NO_COLOR: "1" })).toMatch(/passdown: checking the scene …\r\u001b\[K/);
    expect(inTerminal("check", { LANG: "zh_CN.UTF-8" })).toContain("正在检查现场");
  });
});
