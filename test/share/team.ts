import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openHome, type Home } from "../../src/adapters/home/open-home.ts";
import { isAlive } from "../../src/adapters/process/process-identity.ts";
import { fetch, type FetchOptions, type FetchResult } from "../../src/app/fetch.ts";
import { note } from "../../src/app/note.ts";
import { pack } from "../../src/app/pack.ts";
import { pickup, type PickupOptions, type PickupResult } from "../../src/app/pickup.ts";
import { push, type PushOptions, type PushResult } from "../../src/app/push.ts";
import type { Context } from "../../src/context.ts";
import { packetRef } from "../../src/domain/share/thread-ref.ts";

/** One person's machine: a clone, a home in it, and an ssh key. */
export interface Machine {
  readonly dir: string;
  readonly home: string;
  readonly env: Record<string, string>;
  /** Path of the private key. */
  readonly key: string;
  readonly context: () => Context;
  readonly git: (...args: readonly string[]) => string;
  readonly openHome: () => Home;
  /** A next action, and a packet of it; its id. */
  readonly pack: (next: string) => Promise<string>;
  readonly push: (options?: PushOptions) => Promise<PushResult>;
  readonly fetch: (options?: FetchOptions) => Promise<FetchResult>;
  readonly pickup: (options?: PickupOptions) => Promise<PickupResult>;
}

export interface Team {
  readonly folder: string;
  /** The bare remote. */
  readonly remote: string;
  readonly join: (name: string) => Machine;
  /** git in the remote. */
  readonly git: (...args: readonly string[]) => string;
  /** Every ref of the remote below refs/passdown/ with its commit. */
  readonly refs: () => Readonly<Record<string, string>>;
  readonly remove: () => void;
}

const silent = { write: (): void => undefined, isTTY: false, columns: 80 };

/** Ref of the packets that these tests make. */
export const mainRef: string = packetRef({ branch: "main", topic: "main" });

function environment(folder: string, name: string): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: join(folder, "nobody"),
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: `${name}@example.com`,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: `${name}@example.com`,
  };
}

/** A bare remote with one commit on main; nobody has joined yet. */
export function makeTeam(): Team {
  const folder = mkdtempSync(join(tmpdir(), "passdown-share-"));
  const remote = join(folder, "remote.git");
  const run = (dir: string, args: readonly string[], env: Record<string, string>): string =>
    execFileSync("git", args, { cwd: dir, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
  const admin = environment(folder, "admin");
  mkdirSync(join(folder, "seed"));
  run(folder, ["init", "-q", "--bare", "-b", "main", remote], admin);
  run(join(folder, "seed"), ["init", "-q", "-b", "main"], admin);
  writeFileSync(join(folder, "seed/README.md"), "# sample\n");
  run(join(folder, "seed"), ["add", "-A"], admin);
  run(join(folder, "seed"), ["commit", "-q", "-m", "first"], admin);
  run(join(folder, "seed"), ["push", "-q", `file://${remote}`, "main"], admin);
  const git = (...args: readonly string[]): string => run(remote, args, admin);
  return {
    folder,
    remote,
    git,
    join: (name) => {
      const env = environment(folder, name);
      const dir = join(folder, name);
      const key = join(folder, `${name}.key`);
      run(folder, ["clone", "-q", `file://${remote}`, dir], env);
      execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", `${name}@example.com`, "-f", key]);
      run(dir, ["config", "gpg.format", "ssh"], env);
      run(dir, ["config", "user.signingkey", key], env);
      return openMachine({ dir, key, env, git: (...args) => run(dir, args, env) });
    },
    refs: () =>
      Object.fromEntries(
        git("for-each-ref", "--format=%(refname) %(objectname)", "refs/passdown/")
          .split("\n")
          .filter((line) => line !== "")
          .map((line) => line.split(" ") as [string, string]),
      ),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function openMachine(base: Pick<Machine, "dir" | "key" | "env" | "git">): Machine {
  const home = join(base.dir, ".git/passdown");
  const context = (): Context => ({
    cwd: base.dir,
    env: base.env,
    pid: process.pid,
    ppid: process.ppid,
    now: () => new Date(),
    stdout: silent,
    stderr: silent,
  });
  return {
    ...base,
    home,
    context,
    openHome: () => openHome({ path: home, isAlive }),
    pack: async (next) => {
      await note(context(), { kind: "next", text: next });
      const packed = await pack(context(), {});
      if (packed.packet_id === null) throw new Error(`not packed: ${JSON.stringify(packed)}`);
      return packed.packet_id;
    },
    push: (options) => push(context(), options),
    fetch: (options) => fetch(context(), options),
    pickup: (options) => pickup(context(), options),
  };
}

/** The public half of a machine's key. */
export function publicKey(machine: Machine): string {
  return readFileSync(`${machine.key}.pub`, "utf8").trim();
}
