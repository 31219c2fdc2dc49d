import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { openTeamStore } from "../../../src/adapters/team/open-team-store.ts";
import { ownIdentity } from "../../../src/adapters/process/process-identity.ts";
import { repositoryId } from "../../../src/domain/team/repository-id.ts";
import type { TeamStore } from "../../../src/domain/team/team-store.ts";

const bin = new URL("../../../dist/cli/bin.cjs", import.meta.url).pathname;
const hook = new URL("../../../dist/hook/passdown-hook.cjs", import.meta.url).pathname;

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A clone with a person in it, who runs the built command line in processes of their own. */
export interface Machine {
  readonly root: string;
  readonly run: (...args: readonly string[]) => Promise<Ran>;
  readonly json: (...args: readonly string[]) => Promise<Record<string, unknown>>;
  readonly start: (...args: readonly string[]) => ChildProcess;
  readonly hook: (client: string, event: string, payload: object) => Promise<Ran>;
  readonly git: (...args: readonly string[]) => string;
  readonly write: (path: string, text: string) => void;
  /** Packs something new: its id. */
  readonly pack: (next: string) => Promise<string>;
}

export interface Machines {
  readonly join: (name: string, env?: Readonly<Record<string, string>>) => Machine;
  /** The store as the machines know it. */
  readonly open: () => Promise<TeamStore>;
  readonly remove: () => void;
}

/** `shells`: each command has a parent of its own, which ends with it, as an agent's shell does it. */
export function makeMachines(address: string, { shells = true }: { readonly shells?: boolean } = {}): Machines {
  const folder = mkdtempSync(join(tmpdir(), "passdown-machines-"));
  const git = (cwd: string, ...args: readonly string[]): string =>
    execFileSync("git", [...args], { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
  git(folder, "init", "-q", "--bare", "-b", "main", "remote.git");
  git(folder, "clone", "-q", "remote.git", "seed");
  const seed = join(folder, "seed");
  writeFileSync(join(seed, "file.txt"), "one\n");
  git(seed, "add", ".");
  const as = ["-c", "user.name=seed", "-c", "user.email=seed@example.com"];
  git(seed, ...as, "commit", "-q", "-m", `one of ${folder}`);
  git(seed, "push", "-q", "origin", "HEAD:main");
  const roots = git(seed, "rev-list", "--max-parents=0", "HEAD").split("\n");
  return {
    join: (name, env = {}) => {
      git(folder, "clone", "-q", "remote.git", name);
      const root = join(folder, name);
      git(root, "config", "user.name", name);
      git(root, "config", "user.email", `${name}@example.com`);
      const own = { PASSDOWN_STORE: address, PASSDOWN_SESSION: `s-${name}`, ...env };
      return makeMachine(root, own, shells);
    },
    open: () => openTeamStore({ address, repository: repositoryId(roots), holder: ownIdentity(process.pid) }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function makeMachine(root: string, own: Readonly<Record<string, string>>, shells: boolean): Machine {
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, LANG: "C.UTF-8", GIT_CONFIG_GLOBAL: "/dev/null", ...own };
  const start = (...args: readonly string[]): ChildProcess =>
    spawn(process.execPath, [bin, ...args], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  const shell = ["-c", '"$@"; exit $?', "sh", process.execPath, bin];
  const run = (...args: readonly string[]): Promise<Ran> =>
    ended(
      shells ? spawn("sh", [...shell, ...args], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] }) : start(...args),
    );
  const json = async (...args: readonly string[]): Promise<Record<string, unknown>> => {
    const { stdout, stderr } = await run(...args, "--json");
    if (stdout === "") throw new Error(`no document: ${stderr}`);
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  return {
    root,
    run,
    json,
    start,
    hook: (client, event, payload) => {
      const child = spawn(process.execPath, [hook, "--client", client, event], {
        cwd: root,
        env,
        stdio: ["pipe", "pipe", "pipe"],
      });
      child.stdin.end(JSON.stringify({ cwd: root, ...payload }));
      return ended(child);
    },
    git: (...args) => execFileSync("git", [...args], { cwd: root, encoding: "utf8" }).trim(),
    write: (path, text) => writeFileSync(join(root, path), text),
    pack: async (next) => {
      await run("note", "next", next);
      const { packet_id: id } = await json("pack");
      if (typeof id !== "string") throw new Error("nothing was packed");
      return id;
    },
  };
}

export function ended(child: ChildProcess): Promise<Ran> {
  let [stdout, stderr] = ["", ""];
  child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, stdout, stderr })));
}

/** A folder for a store of files. */
export function storeFolder(): { readonly address: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "passdown-store-"));
  return { address: `file://${folder}/store`, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
