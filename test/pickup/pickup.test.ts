import { createHash } from "node:crypto";
import { lstatSync, readFileSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "../../src/domain/errors.ts";
import { buildClean, buildWork } from "./build-base.ts";
import { claimBy, copyStand, makeScratch, type Stand } from "./stand.ts";

const scratch = makeScratch();
let work: Stand;
let clean: Stand;
let count = 0;

beforeAll(async () => {
  work = await buildWork(join(scratch, "work"));
  clean = await buildClean(join(scratch, "clean"));
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function fresh(base: Stand): Stand {
  count += 1;
  return copyStand(base, join(scratch, `copy-${count}`));
}

/** Path → what lies there, of everything below a folder but the home's cache. */
function everything(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const stat = lstatSync(join(folder, name));
    if (stat.isDirectory() || name.includes("passdown/cache")) continue;
    const content = stat.isSymbolicLink() ? readlinkSync(join(folder, name)) : readFileSync(join(folder, name));
    found[name] = `${stat.mode} ${stat.mtimeMs} ${createHash("sha256").update(content).digest("hex")}`;
  }
  return found;
}

test("says what to do first, and shows the packet", async () => {
  const result = await fresh(work).pickup();
  expect(result.packet_id).toBe(work.packetId);
  expect(result.next_action).toBe("write the other half of src/b.js");
  expect(result.brief).toContain("write the other half of src/b.js");
  expect(result.packet?.scene.dirty.map(({ path }) => path)).toContain("notes.md");
});

test("a packet that must not be followed gives no next action", async () => {
  const stand = fresh(clean);
  stand.sh("git checkout -q main");
  expect(await stand.pickup()).toMatchObject({ decision: "stop", packet_id: clean.packetId, next_action: null });
});

test("reading changes no byte of the repository, of git or of the home", async () => {
  const stand = fresh(work);
  stand.sh("date > src/new.js && git stash list");
  const before = everything(stand.dir);
  await stand.pickup();
  await stand.pickup({ id: stand.packetId });
  expect(everything(stand.dir)).toEqual(before);
});

test("the same scene gives the same reasons, word for word", async () => {
  const stand = fresh(work);
  stand.sh("date > src/b.js && rm notes.md && git commit -q --allow-empty -m more");
  const [first, second] = [await stand.pickup(), await stand.pickup()];
  expect(second.reasons).toEqual(first.reasons);
});

test("a file that lies behind its chain after a crash is mended", async () => {
  const stand = fresh(work);
  const file = join(stand.dir, ".git/passdown/packets", stand.packetId, "handoff.json");
  const whole = readFileSync(file, "utf8");
  stand.sh(`sed -i 's/"status": "active"/"status": "superseded"/' $PACKET/handoff.json`);
  expect((await stand.pickup()).packet?.status).toBe("active");
  expect(readFileSync(file, "utf8")).toBe(whole);
});

test("of several claimers under one parent process exactly one gets the packet", async () => {
  const stand = fresh(work);
  const results = await Promise.all([1, 2, 3].map(async () => stand.pickup({ claim: true })));
  expect(results.filter(({ claim }) => claim !== null)).toHaveLength(1);
  expect(results.map(({ decision }) => decision).toSorted()).toEqual(["proceed", "stop", "stop"]);
  const held = results.find(({ decision }) => decision === "stop")?.reasons[0];
  expect(held).toMatchObject({ code: "claimed" });
  expect(held?.detail).toMatch(/^claimed by session \S+ \(.+, process \d+ on .+\) since \d{4}-/);
});

test("who claimed may look and claim again, another session may not", async () => {
  const stand = fresh(work);
  expect((await stand.pickup({ claim: true, session: "s-1" })).claim?.sessionId).toBe("s-1");
  expect((await stand.pickup({ claim: true, session: "s-1" })).decision).toBe("proceed");
  expect((await stand.pickup({ session: "s-1" })).decision).toBe("proceed");
  expect((await stand.pickup({ session: "s-2" })).decision).toBe("stop");
  stand.env = { PASSDOWN_SESSION: "s-2" };
  expect((await stand.pickup({ claim: true })).decision).toBe("stop");
});

test("a claim of a dead process is taken over", async () => {
  const stand = fresh(work);
  claimBy(stand, { alive: false, session: "s-9" });
  expect((await stand.pickup({ claim: true, session: "s-1" })).claim?.sessionId).toBe("s-1");
});

test("nothing is claimed where the decision is stop", async () => {
  const stand = fresh(clean);
  stand.sh("git checkout -q main");
  expect((await stand.pickup({ claim: true })).claim).toBeNull();
  stand.sh("git checkout -q topic");
  expect((await stand.pickup({ session: "s-2" })).decision).toBe("proceed");
});

test("a session's own commands after the packet are no gap for it, only for others", async () => {
  const stand = fresh(work);
  await stand.note({ kind: "risk", text: "slow", session: "s-1" });
  expect((await stand.pickup({ session: "s-1" })).decision).toBe("proceed");
  expect((await stand.pickup({ session: "s-2" })).reasons[0]).toMatchObject({ code: "evidence_gap" });
});

test("a secret in a file's name is hidden, and still compared", async () => {
  const stand = fresh(work);
  const secret = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  stand.sh(`echo 1 > ${secret}.txt`);
  const seen = await stand.pickup();
  expect(seen.reasons.map(({ code }) => code)).toContain("work_tree_changed");
  expect(JSON.stringify([seen.reasons, seen.brief])).not.toContain(secret);
  await stand.note({ kind: "keep", text: "with the new file" });
  expect(await stand.pack()).toMatchObject({ result: "published" });
  expect((await stand.pickup()).decision).not.toBe("needs_human");
  expect((await stand.pickup()).reasons.map(({ code }) => code)).not.toContain("work_tree_changed");
  stand.sh(`echo 2 > ${secret}.txt`);
  expect((await stand.pickup()).reasons.map(({ code }) => code)).toContain("work_tree_changed");
});

test("the moved commit of a submodule counts as changed work", async () => {
  const stand = fresh(clean);
  stand.sh(`git init -q --template= -b main ../lib && cd ../lib && date > l && git add l && git commit -q -m l
    cd - > /dev/null && git -c protocol.file.allow=always submodule --quiet add "$(cd ../lib && pwd)" lib
    git commit -q -m 'Add lib'`);
  await stand.pack();
  expect((await stand.pickup()).reasons.map(({ code }) => code)).toContain("scene_matches");
  stand.sh("cd lib && git commit -q --allow-empty -m further");
  const { reasons } = await stand.pickup();
  expect(reasons.find(({ code }) => code === "work_tree_changed")?.paths).toEqual(["lib"]);
});

test.each<readonly [string, string, string]>([
  ["an unknown id", "p-0000000000000000", "packet_unknown"],
  ["a word that is no id", "latest", "packet_id_invalid"],
  ["a path where nothing lies", "./nothing/handoff.json", "packet_unknown"],
])("%s is malformed input, not a decision", async (_name, id, code) => {
  const failure = await work.pickup({ id }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(AppError);
  expect(failure).toMatchObject({ kind: "input", code });
});

test("a file that is no packet at all", async () => {
  const result = await work.pickup({ id: "passdown.config.json" });
  expect(result).toMatchObject({ decision: "stop", packet_id: null, next_action: null });
  expect(result.reasons[0]).toMatchObject({ code: "packet_altered" });
});
