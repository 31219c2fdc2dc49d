import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { collectSnapshot } from "../../src/app/view/collect.ts";
import { openView } from "../../src/app/view/open-view.ts";
import { buildClean, buildWork } from "../pickup/build-base.ts";
import { copyStand, makeScratch, openStand, type Stand } from "../pickup/stand.ts";
import { fillHome } from "./many-packets.ts";

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

test("a packet with what stands behind its statements", async () => {
  const view = openView(work.context());
  const { packet, altered, evidence } = await view.packet(work.packetId.slice(0, 10));
  expect([packet.packet_id, altered]).toEqual([work.packetId, false]);
  const [acceptance] = evidence["/verification/commands/0"] ?? [];
  expect(acceptance).toMatchObject({
    source: "feedback",
    run: { command: "sh check.sh", exitCode: 0, outcome: "passed" },
  });
  expect(acceptance?.run?.tree).toBe(packet.scene.tree);
  const [next] = evidence["/next_action"] ?? [];
  expect(next?.excerpt).toContain("write the other half of src/b.js");
});

test("evidence whose log is gone keeps its place and shows no run", async () => {
  const stand = fresh(work);
  rmSync(join(stand.dir, ".git/passdown/feedback"), { recursive: true });
  const { evidence } = await openView(stand.context()).packet(stand.packetId);
  expect(evidence["/verification/commands/0"]).toMatchObject([{ source: "feedback", run: null }]);
});

test("the chain in slices: newest first, each once, as the whole history has it", async () => {
  const stand = fresh(clean);
  fillHome(stand, 250);
  const view = openView(stand.context());
  const seen: string[] = [];
  for (let from = 0; from < 250; from += 60) {
    const slice = await view.chain({ from, limit: 60, search: "" });
    expect(slice).toMatchObject({ total: 250, from });
    seen.push(...slice.entries.map(({ publishedAt }) => publishedAt));
  }
  expect(seen).toEqual([...seen].sort().reverse());
  expect(new Set(seen).size).toBe(250);
  const first = (await view.chain({ from: 0, limit: 1, search: "" })).entries[0];
  expect(first).toMatchObject({ branch: "feature-225", status: "active", readable: true });
});

test("a search in branch, id and next action, whatever the case", async () => {
  const stand = fresh(clean);
  const [newest = ""] = fillHome(stand, 250);
  const view = openView(stand.context());
  const find = async (search: string): Promise<number> => (await view.chain({ from: 0, limit: 5, search })).total;
  expect(await find("FEATURE-125")).toBe(100);
  expect(await find(newest)).toBe(1);
  expect(await find("Step 77 ")).toBe(1);
  expect(await find("no such text")).toBe(0);
  // Found again although a file was written since: nothing is answered from memory alone.
  stand.sh(
    `cd "$HOME_DIR/packets/${newest}" && sed -i 's/"next_action": "[^"]*"/"next_action": "quite different"/' handoff.json`,
  );
  expect(await find("quite different")).toBe(1);
});

test("the hop between two packets", async () => {
  const stand = fresh(clean);
  const before = stand.packetId;
  await stand.note({ kind: "next", text: "and then this" });
  await stand.pack({ force: "test" });
  const diff = await openView(stand.context()).diff(before, stand.packetId);
  expect(diff).toMatchObject({ a: before, b: stand.packetId });
  expect(diff.resolved).toContainEqual({ class: "next_action", text: "begin the other half", by: "and then this" });
});

test("a question is answered through the use case of notes, and the next pickup knows", async () => {
  const stand = fresh(clean);
  await stand.note({ kind: "ask", text: "which <b>colour</b>?" });
  await stand.note({ kind: "assume", text: "the server is up" });
  const view = openView(stand.context());
  const [question] = (await view.inbox()).questions;
  expect(question).toMatchObject({ text: "which <b>colour</b>?", branch: "topic", answer: null });
  expect((await stand.pickup()).reasons.map(({ code }) => code)).toContain("question_open");
  await view.answer({ id: question?.id ?? "", kind: "decide", text: "red" });
  expect((await view.inbox()).questions).toMatchObject([{ answer: { text: "red", author: "A <a@example.com>" } }]);
  expect((await stand.pickup()).reasons.map(({ code }) => code)).not.toContain("question_open");
  await expect(view.answer({ id: question?.id ?? "", kind: "decide", text: "blue" })).rejects.toMatchObject({
    code: "already_answered",
  });
  const [assumption] = (await view.inbox()).assumptions;
  await view.answer({ id: assumption?.id ?? "", kind: "done", text: "it is" });
  expect((await view.inbox()).assumptions).toEqual([]);
});

test("a question of another branch is answered there, and begins no session", async () => {
  const stand = fresh(clean);
  stand.sh('git worktree add -q "$SIDE" main');
  const there = openStand(stand.side, join(scratch, `none-${count}`));
  await there.note({ kind: "next", text: "go on" });
  await there.note({ kind: "ask", text: "which colour?" });
  await there.pack({ force: "test" });
  const view = openView(stand.context());
  const before = await view.sessions({ from: 0, limit: 10 });
  const [question] = (await view.inbox()).questions;
  await view.answer({ id: question?.id ?? "", kind: "decide", text: "red" });
  expect((await there.pickup()).reasons.map(({ code }) => code)).not.toContain("question_open");
  expect(await view.sessions({ from: 0, limit: 10 })).toEqual(before);
});

test("only what the inbox shows can be answered", async () => {
  const stand = fresh(clean);
  const view = openView(stand.context());
  for (const id of ["n-000000000000", "e-000000000000", stand.packetId, ""])
    await expect(view.answer({ id, kind: "done", text: "x" })).rejects.toMatchObject({ code: "not_in_inbox" });
});

test("the bounded snapshot, and what it leaves out", async () => {
  const stand = fresh(clean);
  const ids = fillHome(stand, 30);
  rmSync(join(stand.dir, ".git/passdown/packets", ids[20] ?? ""), { recursive: true });
  const snapshot = await collectSnapshot(openView(stand.context()), { packets: 20, sessions: 5, marks: 1 });
  expect(snapshot.chain).toMatchObject({ total: 29, from: 0 });
  expect(snapshot.chain.entries).toHaveLength(20);
  expect(Object.keys(snapshot.packets)).toHaveLength(19);
  expect(snapshot.diffs.every(({ a, b }) => a in snapshot.packets && b in snapshot.packets)).toBe(true);
  expect(snapshot.leftOut).toContainEqual({ what: "packets", count: 9, why: "limit" });
  expect(snapshot.leftOut).toContainEqual({ what: "packets", count: 1, why: "unreadable" });
  expect(snapshot.leftOut.map(({ what }) => what)).toContain("diffs");
  const whole = await collectSnapshot(openView(clean.context()));
  expect(whole.leftOut).toEqual([]);
  expect(JSON.parse(JSON.stringify(whole))).toEqual(whole);
});
