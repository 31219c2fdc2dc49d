import { randomBytes } from "node:crypto";
import { writeSync } from "node:fs";
import process from "node:process";
import { openTeamStore } from "../../../src/adapters/team/open-team-store.ts";
import { ownIdentity } from "../../../src/adapters/process/process-identity.ts";
import { sha256 } from "../../../src/domain/digest.ts";
import { AppError } from "../../../src/domain/errors.ts";
import type { TeamStore } from "../../../src/domain/team/team-store.ts";
import type { Thread } from "../../../src/domain/thread.ts";

/**
 * An agent as a process of its own: `node worker.mjs ADDRESS REPOSITORY NAME SECONDS LEASE`. It claims, publishes and releases
 * on a few threads until its time is over, and tells every outcome as a line of JSON on its output. A write whose outcome
 * is unknown is repeated with its key until it is known, or reported as unknown when the time is over.
 */
const [address = "", repository = "", name = "", seconds = "5", lease = "3600"] = process.argv.slice(2);
const until = performance.now() + Number(seconds) * 1000;
const grace = until + 20_000;
const writer = { author: name, host: name, session: `s-${name}` };

function tell(line: object): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

async function open(): Promise<TeamStore> {
  for (;;) {
    try {
      const holder = ownIdentity(process.pid);
      return await openTeamStore({ address, repository, holder, connectMs: 2000, answerMs: 3000 });
    } catch (error) {
      if (performance.now() > grace || !(error instanceof AppError)) throw error;
      await wait(100);
    }
  }
}

/** One write, until its outcome is known. Its key is told before the first try, as an outbox would keep it. */
async function resolve<T extends { readonly result: string }>(
  kind: string,
  write: (operation: string) => Promise<T>,
): Promise<T | null> {
  const operation = `o-${randomBytes(16).toString("hex")}`;
  let unknown = 0;
  tell({ kind, operation, state: "begun" });
  while (performance.now() < grace) {
    const begun = performance.now();
    try {
      const answer = await write(operation);
      tell({ kind, operation, state: "known", answer, unknown, ms: performance.now() - begun });
      return answer;
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== "environment") throw error;
      if (error.message.includes("unknown")) unknown += 1;
      await wait(50);
    }
  }
  tell({ kind, operation, state: "unknown" });
  return null;
}

async function work(store: TeamStore, round: number): Promise<void> {
  const thread: Thread = { branch: `b${round % 4}`, topic: "main" };
  const asked = { thread, writer, leaseSeconds: Number(lease) };
  const claimed = await resolve("claim", (operation) => store.claims.claim({ operation, ...asked }));
  if (claimed?.result !== "claimed") return wait(20);
  const { id: claimId, fence } = claimed.claim;
  const expectActive = (await read(() => store.packets.active(thread)))?.packetId ?? null;
  const digest = sha256(`${name} ${round}`);
  const files = { handoffJson: `{"by":"${name}","round":${round}}`, handoffMd: `# ${name} ${round}\n` };
  const packet = { packetId: `p-${digest.slice(0, 16)}`, digest, files, expectActive, fence, thread, writer };
  await resolve("publish", (operation) => store.packets.publish({ operation, ...packet }));
  await resolve("feedback", (operation) => store.feedback.append({ operation, lines: [files.handoffJson], writer }));
  await resolve("release", (operation) => store.claims.release({ operation, claimId, writer }));
}

async function read<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== "environment" || performance.now() > grace) throw error;
      await wait(50);
    }
  }
}

const store = await open();
tell({ kind: "ready", clock: Date.now() });
for (let round = 0; performance.now() < until; round += 1) {
  await work(store, round);
}
await store.close();
