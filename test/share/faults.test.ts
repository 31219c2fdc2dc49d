import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addTrust } from "../../src/app/trust.ts";
import { mainRef, makeTeam, publicKey, type Machine, type Team } from "./team.ts";

const binary = fileURLToPath(new URL("../../dist/cli/bin.cjs", import.meta.url));
if (!existsSync(binary)) throw new Error("dist is missing: npm run build comes first");

describe("when something goes wrong on the way", () => {
  let team: Team;
  let ada: Machine;
  let bob: Machine;

  beforeEach(async () => {
    team = makeTeam();
    ada = team.join("ada");
    bob = team.join("bob");
    await addTrust(bob.context(), { key: publicKey(ada), name: null });
  });
  afterEach(() => team.remove());

  /**
   * Runs a command with a git and an ssh-keygen that note each start, and kills it as soon as the nth child has begun; false
   * when it ended before. Each child is a step of its own, so every number is another place in the work.
   */
  const killAtChild = async (machine: Machine, command: string, nth: number): Promise<boolean> => {
    const bin = join(team.folder, "bin");
    const notes = join(team.folder, "begun");
    rmSync(notes, { force: true });
    mkdirSync(bin, { recursive: true });
    for (const name of ["git", "ssh-keygen"]) {
      const real = execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim();
      writeFileSync(join(bin, name), `#!/bin/sh\necho "$$" >>'${notes}'\nexec '${real}' "$@"\n`);
      chmodSync(join(bin, name), 0o755);
    }
    const env = { ...machine.env, PATH: `${bin}:${machine.env["PATH"] ?? ""}` };
    const child = spawn(process.execPath, [binary, command], { cwd: machine.dir, env, stdio: "ignore" });
    const ended = new Promise((resolve) => child.once("close", resolve));
    const begun = (): number => (existsSync(notes) ? readFileSync(notes, "utf8").split("\n").length - 1 : 0);
    while (child.exitCode === null && begun() < nth) await sleep(1);
    const inTime = child.exitCode === null;
    child.kill("SIGKILL");
    await ended;
    return inTime;
  };

  /** Kills it at every child that it starts, until it comes to its end; how many that were. */
  const killAtEach = async (machine: Machine, command: string): Promise<number> => {
    for (let nth = 1; ; nth += 1) if (!(await killAtChild(machine, command, nth))) return nth - 1;
  };

  test(
    "killed at each step of push and fetch: everything stays whole, and the next ones end well",
    { timeout: 120_000 },
    async () => {
      const id = await ada.pack("one");
      expect(await killAtEach(ada, "push")).toBeGreaterThan(5);
      expect(["pushed", "unchanged"]).toContain((await ada.push()).result);
      expect(Object.keys(team.refs())).toEqual([mainRef]);
      team.git("fsck", "--strict");
      expect(await killAtEach(bob, "fetch")).toBeGreaterThan(5);
      expect((await bob.fetch()).packets).toMatchObject([
        { packet_id: id, state: expect.stringMatching(/taken|current/) },
      ]);
      expect(bob.openHome().chain.verifyChain()).toEqual([]);
      expect(bob.openHome().chain.history().entries).toHaveLength(1);
      expect(await bob.pickup()).toMatchObject({ packet_id: id, origin: { signer: "ada@example.com" } });
    },
  );

  test("the home's own repository may be removed at any time", async () => {
    await ada.pack("one");
    await ada.push();
    await bob.fetch();
    rmSync(join(ada.home, "share.git"), { recursive: true });
    rmSync(join(bob.home, "share.git"), { recursive: true });
    const id = await ada.pack("two");
    expect(await ada.push()).toMatchObject({ result: "pushed" });
    expect((await bob.fetch()).packets).toMatchObject([{ state: "taken", packet_id: id }]);
  });

  test("the user's repository is the same to the byte, and its hooks do not run", async () => {
    for (const machine of [ada, bob]) {
      const hook = join(machine.dir, ".git/hooks/pre-push");
      writeFileSync(hook, "#!/bin/sh\ntouch ../hook-ran\nexit 1\n");
      chmodSync(hook, 0o755);
    }
    await ada.pack("one");
    const before = [contents(ada.dir), contents(bob.dir)];
    expect(await ada.push()).toMatchObject({ result: "pushed" });
    await bob.fetch();
    expect([contents(ada.dir), contents(bob.dir)]).toEqual(before);
    expect(team.git("for-each-ref", "--format=%(refname)").split("\n").toSorted()).toEqual([
      "refs/heads/main",
      mainRef,
    ]);
  });

  test("a remote that hangs is given up in time", async () => {
    await ada.pack("one");
    const script = join(team.folder, "hang.sh");
    writeFileSync(script, "#!/bin/sh\nexec sleep 60\n");
    chmodSync(script, 0o755);
    ada.git("config", "remote.origin.uploadpack", script);
    const began = performance.now();
    await expect(ada.push({ timeout: 2 })).rejects.toMatchObject({ code: "remote_timeout", kind: "environment" });
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  test("a remote that is gone, one that is unknown, and none at all", async () => {
    await ada.pack("one");
    await expect(ada.push({ remote: "upstream" })).rejects.toMatchObject({ code: "remote_unknown" });
    renameSync(team.remote, `${team.remote}.moved`);
    await expect(ada.push()).rejects.toMatchObject({ code: "remote_unreachable" });
    await expect(ada.fetch()).rejects.toMatchObject({ code: "remote_unreachable" });
    ada.git("remote", "remove", "origin");
    await expect(ada.push()).rejects.toMatchObject({ code: "no_remote" });
  });

  test.each(["https://user:pw1@pw2@127.0.0.1:9/x.git", "https://user:pw1/pw2@127.0.0.1:9/x.git"])(
    "no part of the password in %s is ever told",
    async (url) => {
      await ada.pack("one");
      ada.git("remote", "set-url", "origin", url);
      for (const args of [["push"], ["fetch"], ["push", "--json"], ["fetch", "--json"]]) {
        const { status, stdout, stderr } = spawnSync(process.execPath, [binary, ...args], {
          cwd: ada.dir,
          env: ada.env,
          encoding: "utf8",
        });
        expect(status).toBe(3);
        expect(stdout + stderr).toContain("127.0.0.1:9");
        expect(stdout + stderr).not.toMatch(/pw1|pw2|user/);
      }
    },
  );

  test("a remote that takes no such refs", async () => {
    const hook = join(team.remote, "hooks/update");
    writeFileSync(hook, '#!/bin/sh\ncase "$1" in refs/passdown/*) exit 1;; esac\n');
    chmodSync(hook, 0o755);
    await ada.pack("one");
    expect(await ada.push()).toMatchObject({
      result: "refused",
      packets: [{ reason: expect.stringContaining("hook") }],
    });
    expect(team.refs()).toEqual({});
  });

  test("a key that cannot sign, or no ssh-keygen: nothing goes out unsigned by accident", async () => {
    await ada.pack("one");
    await expect(push(ada, { PASSDOWN_SIGNING_KEY: "/nonexistent" })).rejects.toMatchObject({ code: "signing_failed" });
    ada.git("config", "gpg.ssh.program", "/nonexistent/ssh-keygen");
    await expect(ada.push()).rejects.toMatchObject({ code: "ssh_keygen_missing" });
    expect(team.refs()).toEqual({});
    ada.git("config", "--unset", "gpg.ssh.program");
    await ada.push();
  });

  const program = (...lines: readonly string[]): string => {
    const path = join(team.folder, "keygen.sh");
    writeFileSync(path, ["#!/bin/sh", ...lines, ""].join("\n"));
    chmodSync(path, 0o755);
    return path;
  };
  test.each([
    ["is missing", () => "/nonexistent/ssh-keygen", /could not be started/],
    ["is too old", () => program("echo 'unknown option -- Y' >&2", "exit 1"), /exit code 1: unknown option/],
    ["crashes", () => program("kill -SEGV $$"), /was ended by SIGSEGV/],
    ["hangs", () => program("sleep 300 &", "wait"), /did not end within 10 s/],
    ["writes for ever", () => program("exec yes"), /wrote more than 64 KB/],
  ])(
    "ssh-keygen %s: that is said, and is no word against the author",
    { timeout: 40_000 },
    async (_name, make, why) => {
      const id = await ada.pack("one");
      await ada.push();
      bob.git("config", "gpg.ssh.program", make());
      const began = performance.now();
      const [told] = (await bob.fetch()).packets;
      expect(told).toMatchObject({ state: "unchecked", packet_id: id, signer: null });
      expect(told?.why).toMatch(/^its signature could not be checked: /);
      expect(told?.why).toMatch(why);
      expect(performance.now() - began).toBeLessThan(20_000);
      expect((await bob.pickup()).packet).toBeNull();
      bob.git("config", "--unset", "gpg.ssh.program");
      expect((await bob.fetch()).packets).toMatchObject([{ state: "taken", packet_id: id }]);
    },
  );

  test("a key that git has revoked is believed by nobody, and an unreadable list of them lets nothing pass", async () => {
    await ada.pack("one");
    await ada.push();
    const list = join(team.folder, "revoked");
    bob.git("config", "gpg.ssh.revocationFile", list);
    expect((await bob.fetch()).packets).toMatchObject([{ state: "unchecked", why: expect.stringContaining(list) }]);
    writeFileSync(list, `${publicKey(ada)}\n`);
    expect((await bob.fetch()).packets).toMatchObject([{ state: "untrusted", why: expect.stringMatching(/revoked/) }]);
    writeFileSync(list, `${publicKey(bob)}\n`);
    expect((await bob.fetch()).packets).toMatchObject([{ state: "taken" }]);
  });

  test("a packet that was altered in the home is not shared", async () => {
    const id = await ada.pack("one");
    const path = join(ada.home, "packets", id, "handoff.json");
    writeFileSync(path, readFileSync(path, "utf8").replace('"next_action": "one"', '"next_action": "two"'));
    await expect(ada.push()).rejects.toMatchObject({ code: "packet_altered" });
  });
});

function push(machine: Machine, env: Record<string, string>): ReturnType<Machine["push"]> {
  Object.assign(machine.env, env);
  return machine.push().finally(() => delete machine.env["PASSDOWN_SIGNING_KEY"]);
}

/** Every file of a work tree and its git directory but the home, with mode and hash. */
function contents(dir: string): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (relative(dir, path) === ".git/passdown") continue;
      if (entry.isDirectory()) walk(path);
      else
        found[relative(dir, path)] =
          `${statSync(path).mode} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`;
    }
  };
  walk(dir);
  return found;
}
