import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { freePort } from "./postgres-server.ts";

export function hasPgbouncer(): boolean {
  return spawnSync("pgbouncer", ["--version"]).status === 0;
}

/** In transaction mode, with fewer connections than clients: each transaction gets another session than the last. */
export async function startPgbouncer(
  target: URL,
): Promise<{ readonly address: string; readonly stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "passdown-pgbouncer-"));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const database = target.pathname.slice(1);
  const settings = `[databases]
${database} = host=${target.hostname} port=${target.port} dbname=${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users
pool_mode = transaction
default_pool_size = 4
max_client_conn = 500
`;
  writeFileSync(join(folder, "pgbouncer.ini"), settings, { mode: 0o644 });
  writeFileSync(join(folder, "users"), `"${target.username}" ""\n`, { mode: 0o644 });
  // It refuses to run as root, like the database.
  const asUser = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const server = spawn("pgbouncer", ["-q", join(folder, "pgbouncer.ini")], { ...asUser, cwd: folder, stdio: "ignore" });
  await untilOpen(port, server);
  const address = new URL(target);
  address.port = String(port);
  return {
    address: address.href,
    stop: async () => {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

async function untilOpen(port: number, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 250 && server.exitCode === null; attempt += 1) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("PgBouncer did not start");
}
