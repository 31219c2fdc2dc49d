import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adoptStatus } from "../../src/adapters/git/adopt-status.ts";
import { beginStatus } from "../../src/adapters/git/begin-status.ts";
import { beginEarly } from "../../src/launch/begin-early.ts";
import { makeSandbox, type Sandbox } from "../cli/run-cli.ts";

const bin = fileURLToPath(new URL("../../dist/cli/bin.cjs", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "passdown-early-"));
let box: Sandbox;
beforeAll(() => {
  box = makeSandbox();
});
afterAll(() => {
  box.remove();
  rmSync(scratch, { recursive: true, force: true });
});

let made = 0;

/** A folder for PATH with a git that never ends; `marker` stands in its command line. */
function hangingGit(trap = ""): { readonly path: string; readonly marker: string } {
  made += 1;
  const marker = `61.${process.pid}${made}`;
  const path = join(scratch, `bin-${made}`);
  mkdirSync(path);
  writeFileSync(join(path, "git"), `#!/bin/sh\n${trap}\nsleep ${marker}\nsleep ${marker}\n`);
  chmodSync(join(path, "git"), 0o755);
  return { path: `${path}:${process.env["PATH"] ?? ""}`, marker };
}

function alive(marker: string): number {
  return readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, "utf8").includes(marker);
    } catch {
      return false;
    }
  }).length;
}

/** Long enough for a child that was only just started to show itself. */
async function expectNobodyLeft(marker: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(alive(marker)).toBe(0);
}

describe("git that begins before the program is loaded", () => {
  it.each<readonly [readonly string[], boolean]>([
    [[], true],
    [["status"], true],
    [["pickup", "p-0123456789abcdef", "--json"], true],
    [["pack", "--nonsense"], true],
    [["pack", "--help"], false],
    [["pickup", "-h"], false],
    [["--version"], false],
    [["note", "next", "x"], false],
    [["exec", "--", "status"], false],
    [["constructor"], false],
  ])("%j: %s", (argv, begins) => {
    const begun = beginEarly({ argv, env: process.env, cwd: box.root });
    expect(begun !== null).toBe(begins);
    begun?.started.child.kill("SIGKILL");
  });

  it("gives all that it wrote, however long ago it ended", async () => {
    box.write("new.txt", "x\n");
    const adopted = adoptStatus(beginStatus(box.root, process.env));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(adopted.take("/")).toBeNull();
    const result = await adopted.take(box.root);
    expect(result?.code).toBe(0);
    expect(result?.stdout.toString()).toContain("? new.txt");
    expect(adopted.take(box.root)).toBeNull();
  });

  it("is ended after a wrong call, which is answered at once", async () => {
    const { path, marker } = hangingGit("trap '' TERM");
    const began = performance.now();
    const result = box.passdown(["pack", "--nonsense"], { env: { PATH: path } });
    expect(result.exit).toBe(2);
    expect(result.stderr).toContain("--nonsense");
    expect(performance.now() - began).toBeLessThan(10_000);
    await expectNobodyLeft(marker);
  });

  it.each([
    ["politely", ""],
    ["by force, when it does not listen", "trap '' TERM INT"],
  ])("is ended with passdown, when a signal ends that: %s", async (_, trap) => {
    for (const [signal, after] of [
      ["SIGTERM", 0],
      ["SIGINT", 0],
      ["SIGTERM", 200],
    ] as const) {
      const { path, marker } = hangingGit(trap);
      const child = spawn(process.execPath, [bin, "status"], {
        cwd: box.root,
        env: { HOME: box.root, XDG_CACHE_HOME: join(scratch, "cache"), PATH: path },
      });
      const ended = new Promise((resolve) => child.once("close", (_code, by) => resolve(by)));
      await expect.poll(() => alive(marker), { timeout: 5_000 }).toBeGreaterThan(0);
      // At once, while the program is still being loaded, and later.
      await new Promise((resolve) => setTimeout(resolve, after));
      child.kill(signal);
      expect(await ended).toBe(signal);
      await expectNobodyLeft(marker);
    }
  });

  it("a folder that is gone: says so", () => {
    const result = box.inShell('mkdir gone && cd gone && rmdir ../gone && exec "$NODE" "$BIN" status --json');
    expect(result.exit).toBe(3);
    expect(result.json()).toMatchObject({ error: { code: "cwd_missing" } });
  });

  it("no git to be found: says so in a repository, and does without outside", () => {
    const empty = join(scratch, "empty");
    mkdirSync(empty, { recursive: true });
    const inside = box.passdown(["check", "--json"], { env: { PATH: empty } });
    expect([inside.exit, inside.json()]).toMatchObject([3, { error: { code: "git_missing" } }]);
    const outside = box.passdown(["check", "--json"], { cwd: empty, env: { PATH: empty, HOME: empty } });
    expect(outside.exit).toBeLessThan(2);
    expect(outside.json()).toHaveProperty("blocking");
  });

  it("a folder without a repository, where git only complains", () => {
    const folder = join(scratch, "folder");
    mkdirSync(folder);
    writeFileSync(join(folder, "a.txt"), "x\n");
    const result = box.passdown(["status", "--json"], { cwd: folder });
    expect(result.exit).toBe(1);
    expect(result.json()).toMatchObject({ decision: "needs_human" });
    expect(result.stderr).toBe("");
  });
});
