import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openView } from "../../src/app/view/open-view.ts";
import { buildWork } from "../pickup/build-base.ts";
import { claimBy, copyStand, makeScratch, type Stand } from "../pickup/stand.ts";

const scratch = makeScratch();
let work: Stand;
let count = 0;

beforeAll(async () => {
  work = await buildWork(join(scratch, "work"));
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function fresh(): Stand {
  count += 1;
  return copyStand(work, join(scratch, `copy-${count}`));
}

const changes: readonly (readonly [string, (stand: Stand) => unknown])[] = [
  ["a note", (stand) => stand.note({ kind: "risk", text: "slow" })],
  ["a recorded command", (stand) => stand.exec("true")],
  ["a packet", (stand) => stand.note({ kind: "next", text: "x" }).then(() => stand.pack({ force: "test" }))],
  ["a commit", (stand) => stand.sh("git commit -q --allow-empty -m More")],
  ["another branch of the same commit", (stand) => stand.sh("git branch other")],
  ["a checkout", (stand) => stand.sh("git checkout -q --detach")],
  ["a stash", (stand) => stand.sh("git stash -q")],
  ["other content of a file that differs already", (stand) => stand.sh("echo more >> src/b.js")],
  ["the mode of a file", (stand) => stand.sh("chmod +x src/a.js")],
  ["an untracked file", (stand) => stand.sh("touch new.txt")],
  [
    "a file of the workbench that git ignores",
    (stand) => stand.sh("echo agent_state.json >> .git/info/exclude; echo '{}' > agent_state.json"),
  ],
  ["the configuration", (stand) => stand.sh("echo '{}' > passdown.config.json")],
  ["a packet that somebody edits", (stand) => stand.sh('echo >> "$PACKET/handoff.json"')],
  ["a packet that is removed", (stand) => stand.sh('rm -r "$PACKET"')],
  ["a claim", (stand) => claimBy(stand, { alive: true, session: "s" })],
];

for (const [name, change] of changes) {
  test(`the revision is another one after: ${name}`, async () => {
    const stand = fresh();
    const view = openView(stand.context());
    const before = await view.revision();
    expect(await view.revision()).toBe(before);
    await change(stand);
    expect(await view.revision()).not.toBe(before);
  });
}

test("looking at everything leaves the revision as it is, and the overview carries it", async () => {
  const view = openView(fresh().context());
  const { revision } = await view.overview();
  await Promise.all([view.attempts(), view.inbox(), view.sessions({ from: 0, limit: 5 })]);
  expect(await view.revision()).toBe(revision);
});

test("the watch yields what is, then each new revision, and ends with its signal", async () => {
  const stand = fresh();
  const view = openView(stand.context());
  const abort = new AbortController();
  const seen: string[] = [];
  const watching = (async () => {
    for await (const revision of view.watch(abort.signal)) seen.push(revision);
  })();
  await until(() => seen.length === 1);
  await stand.note({ kind: "risk", text: "slow" });
  await until(() => seen.length >= 2);
  // Below the folders that are watched: found by looking.
  stand.sh("echo more >> src/b.js");
  const known = seen.length;
  await until(() => seen.length > known);
  abort.abort();
  await watching;
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.at(-1)).toBe(await view.revision());
});

test("a watch that is aborted before it begins yields nothing", async () => {
  const seen: string[] = [];
  for await (const revision of openView(fresh().context()).watch(AbortSignal.abort())) seen.push(revision);
  expect(seen).toEqual([]);
});

async function until(met: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!met()) {
    if (Date.now() > deadline) throw new Error("it did not come");
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
