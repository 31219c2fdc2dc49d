import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeTeam, type Machine, type Team } from "./team.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The commands of each block of a page, in its order. */
function blocksOf(page: string): readonly (readonly string[])[] {
  const text = readFileSync(join(root, "docs", page), "utf8");
  return [...text.matchAll(/^( *)```sh\n([\s\S]*?)^\1```$/gm)].map(([, , body = ""]) =>
    body.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()])),
  );
}

describe("the page about sharing", () => {
  let team: Team;
  let ada: Machine;
  let bob: Machine;
  beforeEach(() => {
    team = makeTeam();
    ada = team.join("ada");
    bob = team.join("bob");
    const bin = join(team.folder, "bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "passdown"), `#!/bin/sh\nexec '${process.execPath}' '${root}dist/cli/bin.cjs' "$@"\n`);
    chmodSync(join(bin, "passdown"), 0o755);
    for (const machine of [ada, bob]) {
      const home = join(team.folder, `home-of-${machine === ada ? "ada" : "bob"}`);
      mkdirSync(join(home, ".ssh"), { recursive: true });
      for (const end of ["", ".pub"]) copyFileSync(`${machine.key}${end}`, join(home, `.ssh/id_ed25519${end}`));
      Object.assign(machine.env, { HOME: home, PATH: `${bin}:${machine.env["PATH"] ?? ""}` });
      machine.git("config", "--unset", "gpg.format");
      machine.git("config", "--unset", "user.signingkey");
    }
    copyFileSync(`${ada.key}.pub`, join(bob.dir, "ada.pub"));
  });
  afterEach(() => team.remove());

  /** Runs a block line by line; gives what each said. Lines in `no` end with exit 1. */
  const run = (machine: Machine, block: readonly string[] = [], no: readonly string[] = []): string => {
    let said = "";
    for (const line of block) {
      const options = { cwd: machine.dir, env: machine.env, encoding: "utf8" as const };
      const { status, stdout, stderr } = spawnSync("sh", ["-c", line], options);
      expect({ line, status, stderr: status === 0 ? "" : stderr }).toMatchObject({ status: no.includes(line) ? 1 : 0 });
      said += stdout;
    }
    return said;
  };

  test("each command of it works, one after the other, between two clones", { timeout: 120_000 }, async () => {
    const [sign, send, trust, take, restore, settle, list, ...more] = blocksOf("share.md");
    expect(more).toEqual([]);
    run(ada, sign);
    run(bob, sign);
    writeFileSync(join(ada.dir, "parser.txt"), "half done\n");
    expect(run(ada, send)).toContain("pushed");
    run(bob, trust);
    const picked = run(bob, take, ["passdown pickup"]);
    expect(picked).toContain("finish the parser");
    expect(picked).toContain("work_missing");
    run(bob, restore);
    expect(readFileSync(join(bob.dir, "../recovered/parser.txt"), "utf8")).toBe("half done\n");
    // Both move on, and the page's way brings them together.
    writeFileSync(join(ada.dir, "bob.pub"), readFileSync(`${bob.key}.pub`));
    run(ada, ["passdown trust add bob.pub --name bob@example.com", "rm bob.pub"]);
    await ada.pack("ada goes on");
    run(ada, ["passdown push"]);
    await bob.pack("bob goes on");
    run(bob, ["passdown push"], ["passdown push"]);
    expect(run(bob, settle, ["passdown fetch"])).toContain("pushed");
    run(ada, ["passdown fetch"]);
    expect(run(ada, list).trim().split("\n")).toHaveLength(1);
  });

  test("in Chinese it has the same commands", () => {
    expect(blocksOf("share.zh-CN.md")).toEqual(blocksOf("share.md"));
  });
});
