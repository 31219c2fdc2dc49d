import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openView } from "../../src/app/view/open-view.ts";
import type { ClaimRow, Overview } from "../../src/domain/view/view-model.ts";
import { buildClean, buildWork } from "../pickup/build-base.ts";
import { claimBy, copyStand, makeScratch, openStand, type Stand } from "../pickup/stand.ts";
import { everything } from "./everything.ts";

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

function overviewOf(stand: Stand): Promise<Overview> {
  return openView(stand.context()).overview();
}

function rows(overview: Overview, what: string): readonly ClaimRow[] {
  return overview.present.claims.filter((row) => row.what === what);
}

test("an unchanged scene: everything is the same, and nobody is needed", async () => {
  const overview = await overviewOf(fresh(clean));
  expect(overview.present).toMatchObject({ branch: "topic", packetId: clean.packetId, decision: "proceed" });
  expect(overview.present.claims.filter(({ state }) => state !== "same")).toEqual([]);
  expect(overview.present.claims.map(({ what }) => what)).toContain("prerequisite");
  expect(overview.needsYou).toEqual({ questions: 0, runs: 0, branches: 0 });
  expect(overview.present.brief.text).toContain("begin the other half");
  expect(overview.present.brief.chars).toBeLessThanOrEqual(overview.present.brief.limit);
});

test("what moved, and what is gone, stands first", async () => {
  const stand = fresh(work);
  stand.sh("git commit -q --allow-empty -m More; echo other > src/b.js; rm notes.md; rm docs/plan.txt");
  const overview = await overviewOf(stand);
  const states = overview.present.claims.map(({ state }) => state);
  const order = ["gone", "moved", "unknown", "same"];
  expect(states).toEqual([...states].sort((a, b) => order.indexOf(a) - order.indexOf(b)));
  expect(rows(overview, "head_commit")).toMatchObject([{ state: "moved" }]);
  expect(rows(overview, "prerequisite")).toMatchObject([{ which: "docs/plan.txt", state: "gone", present: "–" }]);
  const changed = rows(overview, "uncommitted_work");
  expect(changed.find(({ which }) => which === "src/b.js")).toMatchObject({ state: "moved" });
  expect(changed.find(({ which }) => which === "notes.md")).toMatchObject({ state: "gone" });
});

test("the board: every branch, its folder, whether its last known good commit still is part of it, who holds it", async () => {
  const stand = fresh(clean);
  claimBy(stand, { alive: true, session: "s-other" });
  stand.sh('git worktree add -q "$SIDE" main');
  const there = openStand(stand.side, join(scratch, `none-${count}`));
  await there.note({ kind: "next", text: "go on with main" });
  await there.note({ kind: "ask", text: "which colour?" });
  await there.pack({ force: "test" });
  const [here, other] = (await overviewOf(stand)).board;
  expect(here).toMatchObject({
    branch: "topic",
    here: true,
    verdict: "passed",
    lastKnownGood: { reachable: true },
    claim: { session: "s-other", alive: true },
    readable: true,
  });
  expect(other).toMatchObject({ branch: "main", here: false, worktree: stand.side, questions: 1, lastKnownGood: null });
});

test("a last known good commit that was rewritten away is no part of its branch", async () => {
  const stand = fresh(clean);
  stand.sh("git reset -q --hard HEAD~3 && echo new > src/new.js && git add -A && git commit -q -m Other");
  const overview = await overviewOf(stand);
  expect(overview.board).toMatchObject([{ lastKnownGood: { reachable: false }, needs: ["good_lost"] }]);
  expect(overview.needsYou.branches).toBe(1);
});

test("what needs somebody is counted once, and the board says why", async () => {
  const stand = fresh(clean);
  await stand.note({ kind: "ask", text: "which colour?" });
  const asked = await overviewOf(stand);
  expect(asked.needsYou).toEqual({ questions: 1, runs: 0, branches: 0 });
  expect(asked.board).toMatchObject([{ questions: 1, needs: [] }]);
  // One question of the whole branch stands on each of its topics, and is one.
  stand.sh("echo half >> $(git ls-files src | head -1)");
  await stand.note({ kind: "next", text: "paint", topic: "second" });
  await stand.pack({ force: "test", topic: "second" });
  const both = await overviewOf(stand);
  expect(both.board.map(({ questions }) => questions)).toEqual([1, 1]);
  expect(both.needsYou.questions).toBe(1);
  expect(both.board.find(({ topic }) => topic === "second")?.needs).toEqual(["blocked"]);
  expect(both.needsYou.branches).toBe(1);
});

test("looking changes no byte but caches", async () => {
  const stand = fresh(work);
  stand.sh("date > src/new.js");
  const view = openView(stand.context());
  const before = everything(stand.dir);
  await view.overview();
  await Promise.all([
    view.chain({ from: 0, limit: 10, search: "half" }),
    view.packet(stand.packetId),
    view.sessions({ from: 0, limit: 10 }),
    view.attempts(),
    view.runs(),
    view.inbox(),
    view.revision(),
  ]);
  expect(everything(stand.dir)).toEqual(before);
});

test("a packet's file that a crash left behind its chain stays as it is", async () => {
  const stand = fresh(clean);
  const path = join(stand.dir, ".git/passdown/packets", stand.packetId, "handoff.json");
  const text = readFileSync(path, "utf8").replace('"status": "active"', '"status": "superseded"');
  writeFileSync(path, text);
  const overview = await overviewOf(stand);
  expect(overview.present.packetId).toBe(stand.packetId);
  expect(readFileSync(path, "utf8")).toBe(text);
});

test("an edited packet is told of and shows no secret that was put in", async () => {
  const stand = fresh(clean);
  const secret = `ghp_${"aB3dE5fG7h".repeat(4).slice(0, 36)}`;
  const path = join(stand.dir, ".git/passdown/packets", stand.packetId, "handoff.json");
  writeFileSync(path, readFileSync(path, "utf8").replaceAll("begin the other half", `use ${secret}`));
  const view = openView(stand.context());
  const overview = await view.overview();
  expect(overview.present.reasons.map(({ code }) => code)).toContain("packet_altered");
  expect(rows(overview, "packet_digest")).toMatchObject([{ state: "moved" }]);
  const packet = await view.packet(stand.packetId);
  expect(packet.altered).toBe(true);
  const shown = JSON.stringify([overview, packet, await view.chain({ from: 0, limit: 5, search: "" })]);
  expect(shown).toContain("[redacted:");
  expect(shown).not.toContain(secret);
});

test("a packet without its file is on the board and in the chain, and says so", async () => {
  const stand = fresh(clean);
  rmSync(join(stand.dir, ".git/passdown/packets", stand.packetId), { recursive: true });
  const view = openView(stand.context());
  expect((await view.overview()).board).toMatchObject([{ packetId: stand.packetId, readable: false }]);
  const chain = await view.chain({ from: 0, limit: 5, search: "" });
  expect(chain).toMatchObject({ total: 1, entries: [{ packetId: stand.packetId, readable: false, nextAction: null }] });
  await expect(view.packet(stand.packetId)).rejects.toMatchObject({ kind: "input" });
});

test("a damaged chain does not hide the rest", async () => {
  const stand = fresh(clean);
  await stand.note({ kind: "next", text: "and then this" });
  await stand.pack({ force: "test" });
  stand.sh('cd "$HOME_DIR"/chains/* && echo "{" > 00000002.json');
  const overview = await overviewOf(stand);
  expect(overview.present.reasons.map(({ code }) => code)).toContain("evidence_damaged");
  expect((await openView(stand.context()).chain({ from: 0, limit: 5, search: "" })).entries).toHaveLength(1);
});

const places: readonly (readonly [string, string, Partial<Overview["repository"]>])[] = [
  ["no packet at all", "git init -q -b main . && git commit -q --allow-empty -m Begin", { kind: "git" }],
  ["no commit", "git init -q -b main .", { kind: "git" }],
  [
    "a detached head",
    "git init -q -b main . && git commit -q --allow-empty -m A && git checkout -q --detach",
    { kind: "git" },
  ],
  ["a bare repository", "git init -q --bare .", { kind: "bare" }],
  ["no repository", "echo a > a.txt", { kind: "folder" }],
];

for (const [name, script, repository] of places) {
  test(`${name}: every part answers`, async () => {
    count += 1;
    const dir = join(scratch, `place-${count}`);
    const stand = openStand(dir, `${dir}-side`);
    openStand(scratch, "").sh(`mkdir ${dir}`);
    stand.sh(script);
    const view = openView(stand.context());
    const overview = await view.overview();
    expect(overview.repository).toMatchObject(repository);
    expect(overview.present).toMatchObject({ packetId: null, claims: [] });
    expect(overview.board).toEqual([]);
    expect(await view.chain({ from: 0, limit: 5, search: "x" })).toEqual({ total: 0, from: 0, entries: [] });
    expect(await view.sessions({ from: 0, limit: 5 })).toMatchObject({ total: 0 });
    expect(await view.attempts()).toEqual([]);
    expect(await view.runs()).toEqual([]);
    expect(await view.inbox()).toEqual({ questions: [], assumptions: [] });
    expect(await view.revision()).toBe(await view.revision());
    await expect(view.timeline("s-none", { from: 0, limit: 1 })).rejects.toMatchObject({ code: "session_unknown" });
  });
}
