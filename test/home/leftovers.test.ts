import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Home } from "../../src/adapters/home/open-home.ts";
import { createRecord } from "../../src/adapters/runs/record-store.ts";
import { createRunStore } from "../../src/adapters/runs/run-store.ts";
import { createSources } from "../../src/adapters/runs/drill-files.ts";
import { makeFolder, makeHome } from "./support/folders.ts";
import { makePacket, makePublication, time } from "./support/make-packet.ts";

/** A temp file whose writer died two hours ago, and one of a writer that died just now. */
function leaveIn(folder: string): { readonly old: string; readonly young: string } {
  const dead = spawnSync(process.execPath, ["-e", "0"]).pid;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [old, young] = [`.tmp-${dead}-0123456789ab`, `.tmp-${dead}-ba9876543210`];
  for (const name of [old, young]) writeFileSync(join(folder, name), "half");
  const twoHoursAgo = Date.now() / 1000 - 7200;
  utimesSync(join(folder, old), twoHoursAgo, twoHoursAgo);
  return { old, young };
}

const writers: readonly (readonly [string, (home: Home) => unknown])[] = [
  ["a line of feedback", ({ feedback }) => feedback.append("{}")],
  ["a call of a tool", ({ calls }) => calls.append("claude", "s-1", {})],
  ["a mark beside it", ({ calls }) => calls.setGiven("claude", "s-1", "given")],
  ["the clean state", ({ reports }) => reports.writeCleanState("{}")],
  [
    "a claim",
    ({ claims }) =>
      claims.claim({
        packetId: makePacket(1).packet_id,
        sessionId: "s-1",
        holder: { pid: 1, startTime: "1", bootId: "b", host: "h", command: "c" },
        at: time(1),
      }),
  ],
  ["a packet", ({ chain }) => chain.publish(makePublication(makePacket(1), null, time(1)))],
];

describe("what a crash left in the home", () => {
  test.each(writers)("is swept after an hour by whoever keeps something: %s", (_what, write) => {
    const home = makeHome();
    const { young } = leaveIn(join(home.path, "tmp"));
    write(home);
    expect(readdirSync(join(home.path, "tmp"))).toEqual([young]);
  });

  test("stays where a link under the name of the folder leads", () => {
    const home = makeHome();
    const elsewhere = makeFolder();
    leaveIn(elsewhere);
    mkdirSync(home.path, { mode: 0o700 });
    symlinkSync(elsewhere, join(home.path, "tmp"));
    home.feedback.append("{}");
    expect(readdirSync(elsewhere).length).toBe(2);
  });

  test("stays where somebody only reads", () => {
    const home = makeHome();
    leaveIn(join(home.path, "tmp"));
    home.notes.read();
    home.chain.activeAll();
    expect(readdirSync(join(home.path, "tmp")).length).toBe(2);
  });
});

const makers: readonly (readonly [string, (root: string) => unknown])[] = [
  ["runs", (root) => createRunStore(root).create("r", { "context.json": "{}" })],
  ["recovery-records", (root) => createRecord(root, "r", { "recovery.json": "{}", "HANDOFF.md": "#" })],
  ["drill", (root) => createSources(root, "r", { "a.txt": "a" })],
];

test.each(makers)(
  "what a crash left in %s is swept after an hour by whoever makes the next one there",
  (name, make) => {
    const root = makeFolder();
    const { young } = leaveIn(join(root, name));
    make(root);
    expect(readdirSync(join(root, name)).toSorted()).toEqual([young, "r"]);
  },
);
