import { randomBytes } from "node:crypto";
import { writeSync } from "node:fs";
import process from "node:process";
import { Pool } from "pg";
import { openTeamStore } from "../../src/adapters/team/open-team-store.ts";
import { ownIdentity } from "../../src/adapters/process/process-identity.ts";
import { sha256 } from "../../src/domain/digest.ts";
import { bareClaim, bareEvent, barePublish } from "./bare-sql.ts";

/** `node agents.mjs ADDRESS REPOSITORY store|bare|unchained claim|publish AGENTS SECONDS`: latencies in ms as JSON. */
const [address = "", repository = "", way = "", kind = "", agents = "1", seconds = "1"] = process.argv.slice(2);
const writer = { author: "bench <bench@example.com>", host: "bench", session: "s-bench" };
const files = { handoffJson: JSON.stringify({ text: "j".repeat(8000) }), handoffMd: "m".repeat(4000) };

interface Write {
  readonly operation: string;
  readonly branch: string;
  readonly digest: string;
  readonly expectActive: string | null;
}
type Do = (write: Write) => Promise<string>;

async function openStore(): Promise<{ readonly write: Do; readonly close: () => Promise<void> }> {
  const store = await openTeamStore({ address, repository, holder: ownIdentity(process.pid), connections: 10 });
  const write: Do = async ({ operation, branch, digest, expectActive }) => {
    const thread = { branch, topic: "main" };
    if (kind === "claim") return (await store.claims.claim({ operation, thread, writer, leaseSeconds: 60 })).result;
    const packetId = `p-${digest.slice(0, 16)}`;
    return (
      await store.packets.publish({ operation, thread, packetId, digest, files, expectActive, fence: null, writer })
    ).result;
  };
  return { write, close: store.close };
}

async function openBare(): Promise<{ readonly write: Do; readonly close: () => Promise<void> }> {
  const pool = new Pool({ connectionString: address, max: 10 });
  pool.on("error", () => {});
  const event = bareEvent(way === "unchained");
  const sql = (kind === "claim" ? bareClaim : barePublish) + event;
  const said = JSON.stringify(writer);
  const write: Do = async ({ operation, branch, digest, expectActive }) => {
    const thread = JSON.stringify({ branch, topic: "main" });
    const body = JSON.stringify({ kind, thread, writer, detail: { operation, role: "bench" } });
    const common = [repository, thread, operation, digest, said, body, sha256(body)];
    const packet = [
      `p-${digest.slice(0, 16)}`,
      Buffer.from(files.handoffJson),
      Buffer.from(files.handoffMd),
      expectActive,
    ];
    await pool.query(sql, kind === "claim" ? [...common, `c-${operation.slice(2, 18)}`] : [...common, ...packet]);
    return kind === "claim" ? "claimed" : "published";
  };
  return { write, close: () => pool.end() };
}

async function agent(write: Do, until: number): Promise<readonly number[]> {
  const times: number[] = [];
  const own = randomBytes(4).toString("hex");
  let expectActive: string | null = null;
  for (let round = 0; performance.now() < until; round += 1) {
    const operation = `o-${randomBytes(16).toString("hex")}`;
    const digest = randomBytes(32).toString("hex");
    const branch = kind === "claim" ? `${own}-${round}` : own;
    const begun = performance.now();
    const result = await write({ operation, branch, digest, expectActive });
    times.push(performance.now() - begun);
    if (result !== "claimed" && result !== "published") throw new Error(result);
    expectActive = `p-${digest.slice(0, 16)}`;
  }
  return times;
}

const { write, close } = way === "store" ? await openStore() : await openBare();
writeSync(1, "ready\n");
await new Promise((resolve) => process.stdin.once("data", resolve));
process.stdin.pause();
const until = performance.now() + Number(seconds) * 1000;
const times = await Promise.all(Array.from({ length: Number(agents) }, () => agent(write, until)));
writeSync(1, `${JSON.stringify(times.flat())}\n`);
await close();
