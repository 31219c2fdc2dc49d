import { spawn } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listTrust } from "../../src/app/trust.ts";
import { mainRef, makeTeam, publicKey, type Machine, type Team } from "./team.ts";

const binary = fileURLToPath(new URL("../../dist/cli/bin.cjs", import.meta.url));

describe("several processes on one home at once", () => {
  let team: Team;
  let ada: Machine;

  beforeEach(() => {
    team = makeTeam();
    ada = team.join("ada");
  });
  afterEach(() => team.remove());

  const run = (args: readonly string[]): Promise<number | null> => {
    const child = spawn(process.execPath, [binary, ...args], { cwd: ada.dir, env: ada.env, stdio: "ignore" });
    return new Promise((resolve) => child.once("close", resolve));
  };

  test("each key of eight that are trusted at the same time is kept", { timeout: 60_000 }, async () => {
    const keys = Array.from({ length: 8 }, (_, at) => publicKey(team.join(`m${at}`)));
    expect(await Promise.all(keys.map((key, at) => run(["trust", "add", key, "--name", `m${at}`])))).toEqual(
      keys.map(() => 0),
    );
    const names = (await listTrust(ada.context())).signers.map(({ principal }) => principal);
    expect(names.filter((name) => /^m\d$/.test(name)).toSorted()).toEqual(keys.map((_, at) => `m${at}`));
    expect(await Promise.all(keys.slice(1).map((_, at) => run(["trust", "remove", `m${at + 1}`])))).toEqual(
      keys.slice(1).map(() => 0),
    );
    expect((await listTrust(ada.context())).signers.map(({ principal }) => principal)).toEqual(["m0", "your-own-key"]);
  });

  test("pushes and fetches of four remotes: what each of them held is remembered", { timeout: 120_000 }, async () => {
    const remotes = ["origin", "r1", "r2", "r3"];
    for (const name of remotes.slice(1)) {
      ada.git("clone", "-q", "--bare", team.remote, join(team.folder, `${name}.git`));
      ada.git("remote", "add", name, join(team.folder, `${name}.git`));
    }
    for (let round = 0; round < 3; round += 1) {
      await ada.pack(`round ${round}`);
      const ends = await Promise.all(
        remotes.flatMap((name) => [run(["push", "--remote", name]), run(["fetch", "--remote", name])]),
      );
      expect(ends).toEqual(ends.map(() => 0));
      const { newest } = ada.openHome().shared.state();
      for (const name of remotes) {
        const dir = name === "origin" ? team.remote : join(team.folder, `${name}.git`);
        expect(newest[`${name} ${mainRef}`]).toBe(ada.git("--git-dir", dir, "rev-parse", mainRef));
      }
    }
  });

  test("whoever was killed holds nobody up, whoever is at work does", { timeout: 60_000 }, async () => {
    await ada.pack("one");
    await ada.push();
    const began = join(team.folder, "began");
    const script = join(team.folder, "slow.sh");
    writeFileSync(script, `#!/bin/sh\ntouch '${began}'\nexec sleep 60\n`);
    chmodSync(script, 0o755);
    ada.git("config", "remote.origin.uploadpack", script);
    const child = spawn(process.execPath, [binary, "fetch"], { cwd: ada.dir, env: ada.env, stdio: "ignore" });
    while (!existsSync(began)) await sleep(10);
    ada.git("config", "--unset", "remote.origin.uploadpack");
    await expect(ada.fetch({ timeout: 1 })).rejects.toMatchObject({
      code: "home_busy",
      message: expect.stringContaining(`process ${child.pid}`),
      hint: expect.stringContaining(join(ada.home, "locks", "share")),
    });
    const ended = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGKILL");
    await ended;
    expect(await ada.fetch({ timeout: 5 })).toMatchObject({ packets: [{ state: "current" }] });
    expect(readFileSync(join(ada.home, "shared.json"), "utf8")).toContain(mainRef);
  });
});
