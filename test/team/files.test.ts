import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { openFilesStore } from "../../src/adapters/team/files/open-files-store.ts";
import { openTeamStore } from "../../src/adapters/team/open-team-store.ts";
import { ownIdentity } from "../../src/adapters/process/process-identity.ts";
import { contract } from "./contract.ts";
import { filesSubject } from "./files-subject.ts";
import { main, newKey, newRepository, publication, writer } from "./subject.ts";

const folder = mkdtempSync(join(tmpdir(), "passdown-team-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a folder", () => {
  contract(filesSubject(folder));
});

test("a claim whose holder has ended is free, and its fence is over", async () => {
  const repository = newRepository();
  const subject = filesSubject(folder);
  const [a, b] = [await subject.open(repository), await subject.open(repository)];
  const asked = { thread: main, leaseSeconds: 600 };
  expect(await a.claims.claim({ ...newKey(), ...asked, writer: writer("ann") })).toMatchObject({ result: "claimed" });
  subject.end(a);
  expect(await b.claims.current(main)).toMatchObject({ state: "ended" });
  expect(await b.packets.publish(publication("free"))).toMatchObject({ result: "published" });
  const next = await b.claims.claim({ ...newKey(), ...asked, writer: writer("bob") });
  expect(next).toMatchObject({ result: "claimed", claim: { fence: 2 } });
  expect(await a.packets.publish(publication("late", { fence: 1 }))).toEqual({ result: "fenced", fence: 2 });
});

test("a write that was decided before another's step is decided again, not put behind it", async () => {
  const repository = newRepository();
  const subject = filesSubject(folder);
  const [first, other] = [await subject.open(repository), await subject.open(repository)];
  const asked = { thread: main, leaseSeconds: 600 };
  await first.claims.claim({ ...newKey(), ...asked, writer: writer("ann") });
  const ann = 1;
  subject.end(first);
  let between: Promise<unknown> | null = null;
  // While this one decides, another one claims: its write is done when the call comes back.
  const isAlive = ({ pid }: { readonly pid: number }): boolean => {
    between ??= other.claims.claim({ ...newKey(), ...asked, writer: writer("bob") });
    return pid !== ann;
  };
  const holder = ownIdentity(process.pid);
  const slow = openFilesStore({ path: folder, repository, holder, isAlive, now: () => new Date() });
  const outcome = await slow.claims.claim({ ...newKey(), ...asked, writer: writer("eve") });
  expect(await between).toMatchObject({ result: "claimed", claim: { fence: 2 } });
  expect(outcome).toMatchObject({ result: "held", by: { fence: 2, writer: writer("bob") } });
  expect(await other.events.verify()).toBeNull();
});

test("content that lies there damaged is made whole before a step names it", async () => {
  const repository = newRepository();
  const store = await filesSubject(folder).open(repository);
  const lines = ['{"kept":true}'];
  await store.feedback.append({ ...newKey(), lines, writer: writer("ann") });
  const blobs = join(folder, "team", repository, "blobs");
  for (const name of readdirSync(blobs)) writeFileSync(join(blobs, name), "cut");
  await expect(store.feedback.read({ after: 0, limit: 10 })).rejects.toMatchObject({ code: "store_damaged" });
  await store.feedback.append({ ...newKey(), lines, writer: writer("ann") });
  expect((await store.feedback.read({ after: 0, limit: 10 })).map(({ line }) => line)).toEqual([...lines, ...lines]);
});

test("a real process holds while it lives, and no longer", async () => {
  const repository = newRepository();
  const child = spawn("sleep", ["60"], { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const open = (pid: number) => openTeamStore({ address: folder, repository, holder: ownIdentity(pid) });
  const [theirs, ours] = [await open(child.pid ?? 0), await open(process.pid)];
  await theirs.claims.claim({ ...newKey(), thread: main, writer: writer("ann"), leaseSeconds: 1 });
  const asked = { thread: main, writer: writer("bob"), leaseSeconds: 1 };
  expect(await ours.claims.claim({ ...newKey(), ...asked })).toMatchObject({ result: "held", by: { state: "live" } });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
  expect(await ours.claims.claim({ ...newKey(), ...asked })).toMatchObject({ result: "claimed", claim: { fence: 2 } });
});
