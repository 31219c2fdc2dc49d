import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { buildActor } from "./support/build-actor.ts";
import { readAll } from "./support/check-home.ts";
import { makeFolder, openAt } from "./support/folders.ts";
import { makePacket, makePublication } from "./support/make-packet.ts";
import { run, works } from "./support/run-actor.ts";

// Hundreds of real processes and syncs: seconds on a quiet machine, minutes on a crowded one.
vi.setConfig({ testTimeout: 300_000 });

let actor = "";
beforeAll(async () => {
  actor = await buildActor();
  return () => rmSync(dirname(actor), { recursive: true });
});

const asNobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];

/** How to run something for which file modes count; null when that cannot be had here. */
async function unprivileged(): Promise<readonly string[] | null> {
  if (process.geteuid?.() !== 0) return [];
  return (await works([...asNobody, process.execPath, "-e", "0"])) ? asNobody : null;
}

interface Look {
  readonly active: { readonly record: { readonly packetId: string } | null };
  readonly writability: { readonly writable: boolean; readonly reason?: string; readonly hint?: string };
  readonly mend: { readonly mended: readonly string[]; readonly failed: string | null };
}

/** A home with one packet that everybody may read, in a folder that everybody may enter. */
function makeReadableHome(): string {
  const folder = makeFolder();
  chmodSync(folder, 0o755);
  const path = join(folder, "home");
  openAt(path).chain.publish(makePublication(makePacket(1), null));
  for (const dir of ["", "packets", "chains", "tmp"]) chmodSync(join(path, dir), 0o555);
  for (const dir of Object.keys(readAll(path)).map((file) => join(file, ".."))) chmodSync(dir, 0o555);
  for (const file of Object.keys(readAll(path))) chmodSync(file, 0o444);
  return path;
}

describe("a home without the right to write", () => {
  test("can be read, says why nothing is kept, and fails what must be kept with the way out", async (context) => {
    const prefix = await unprivileged();
    if (prefix === null) {
      context.skip("running as root and setpriv cannot change that: file modes were NOT tested");
      return;
    }
    const path = makeReadableHome();
    const before = readAll(path);
    const look = await run([...prefix, process.execPath, actor, path, "look"]);
    const seen: Look = JSON.parse(look.stdout);
    expect(seen.active.record?.packetId).toBe(makePacket(1).packet_id);
    expect(seen.mend).toEqual({ mended: [], failed: null });
    expect(seen.writability).toMatchObject({ writable: false });
    expect(seen.writability.reason).toContain("permission denied");
    const note = await run([...prefix, process.execPath, actor, path, "note", "1"]);
    expect([note.code, JSON.parse(note.stdout).error.code]).toEqual([3, "permission_denied"]);
    expect(JSON.parse(note.stdout).error.hint).toContain("PASSDOWN_HOME=");
    const publish = await run([...prefix, process.execPath, actor, path, "publish", "2"]);
    expect([publish.code, JSON.parse(publish.stdout).error.code]).toEqual([3, "permission_denied"]);
    expect(readAll(path)).toEqual(before);
  });

  test("that does not exist yet, in a folder that may not be written, reads as empty", async (context) => {
    const prefix = await unprivileged();
    if (prefix === null) {
      context.skip("running as root and setpriv cannot change that: file modes were NOT tested");
      return;
    }
    const folder = makeFolder();
    chmodSync(folder, 0o555);
    const path = join(folder, "passdown");
    const seen: Look = JSON.parse((await run([...prefix, process.execPath, actor, path, "look"])).stdout);
    expect(seen.active.record).toBeNull();
    expect(seen.writability.writable).toBe(false);
    const note = await run([...prefix, process.execPath, actor, path, "note", "1"]);
    expect([note.code, JSON.parse(note.stdout).error.code]).toEqual([3, "permission_denied"]);
  });
});

test("a home on a read-only file system can be read, and says that the file system is read-only", async (context) => {
  const mounted = (path: string, command: string): readonly string[] => [
    "unshare",
    "-m",
    "sh",
    "-c",
    `mount --bind "${path}" "${path}" && mount -o remount,ro,bind "${path}" && ${command}`,
  ];
  const probe = makeFolder();
  if (!(await works(mounted(probe, "true")))) {
    context.skip("no right to mount here: a read-only file system was NOT tested");
  }
  const path = makeReadableHome();
  const look = await run(mounted(path, `"${process.execPath}" "${actor}" "${path}" look`));
  const seen: Look = JSON.parse(look.stdout);
  expect(seen.active.record?.packetId).toBe(makePacket(1).packet_id);
  expect(seen.writability.reason).toContain("the file system is read-only");
  const note = await run(mounted(path, `"${process.execPath}" "${actor}" "${path}" note 1`));
  expect([note.code, JSON.parse(note.stdout).error.code]).toEqual([3, "read_only"]);
});

test("a full disk fails with what, where and what next, keeps what was kept, and goes on once there is room", async (context) => {
  const folder = makeFolder();
  const path = join(folder, "mount", "home");
  mkdirSync(join(folder, "mount"));
  const node = `"${process.execPath}" "${actor}" "${path}"`;
  const script = [
    `mount -t tmpfs -o size=200k none "${join(folder, "mount")}"`,
    `${node} note 1 && ${node} publish 1`,
    `dd if=/dev/zero of="${join(folder, "mount", "filler")}" bs=1k count=300 2>/dev/null`,
    `${node} publish 2`,
    `${node} append-many 40 3000 /dev/null`,
    `${node} look`,
    `rm "${join(folder, "mount", "filler")}"`,
    `${node} note 2 && ${node} append-many 1 10 /dev/null && ${node} publish 2`,
    `${node} look`,
  ].join("\n");
  if (!(await works(["unshare", "-m", "sh", "-c", `mount -t tmpfs -o size=64k none "${join(folder, "mount")}"`]))) {
    context.skip("no right to mount here: a full disk was NOT tested");
  }
  const { stdout } = await run(["unshare", "-m", "sh", "-c", script]);
  const documents = stdout
    .trim()
    .split("\n")
    .map((line): Record<string, unknown> => JSON.parse(line));
  expect(documents).toMatchObject([
    { result: "published" },
    { error: { code: "disk_full", hint: expect.stringContaining("PASSDOWN_HOME=") } },
    { error: { code: "disk_full", message: expect.stringContaining("no space left") } },
    { active: { record: { packetId: makePacket(1).packet_id }, damage: [] }, notes: { damage: [] } },
    { result: "published", record: { supersedes: makePacket(1).packet_id } },
    { active: { record: { packetId: makePacket(2).packet_id } }, notes: { damage: [] } },
  ]);
  expect(documents.at(-1)).toMatchObject({ notes: { records: [{ text: "note 1" }, { text: "note 2" }] } });
});
