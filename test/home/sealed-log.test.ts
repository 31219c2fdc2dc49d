import { spawn } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createHomeFolder } from "../../src/adapters/home/home-folder.ts";
import { createSegmentDigest } from "../../src/adapters/home/segment-digests.ts";
import { readFeedback, type HomeFeedback } from "../../src/app/read-feedback.ts";
import { chronological } from "../../src/domain/feedback/chronological.ts";
import { encodeFeedback, encodeFeedbackStart } from "../../src/domain/feedback/log-lines.ts";
import type { FeedbackRecord } from "../../src/domain/workbench.ts";
import { makeExcerpt, makeRecord } from "../feedback/make-record.ts";
import { packetOf } from "../generate/generate.ts";
import { here } from "../verification/make-snapshot.ts";
import { makeHome } from "./support/folders.ts";

/** A digest counts only if it was made well after its segment's last change. */
const settled = 2_200;

type Home = ReturnType<typeof makeHome>;

const output = fc.constantFrom(
  "",
  "12 passed",
  "FAIL a.test.ts\n2 failed, 1 passed",
  "Error: cannot open 0x7f12",
  "SESSION_JWT=[redacted:jwt:0658] DB=[redacted:pass:98f9]",
  "进度 100% é\u2028x",
);

/** Few of everything, so that runs repeat, supersede and contradict each other. */
const record: fc.Arbitrary<FeedbackRecord> = fc
  .record({
    id: fc.nat({ max: 25 }).map((id) => `id-${id}`),
    source: fc.constantFrom("home", "hook", "transcript").map((kind) => ({ kind, path: "", line: 1 }) as const),
    command: fc.constantFrom<FeedbackRecord["command"]>(
      { argv: ["npm", "test"] },
      { shell: "npm test" },
      { shell: "npm test | tail" },
      { shell: "git push origin main" },
      { argv: ["python3", "-c", "print(1)"] },
      { shell: "grep x y" },
    ),
    exitCode: fc.constantFrom(0, 0, 1, 2, 127, -9, null),
    signal: fc.constantFrom(null, null, "SIGKILL"),
    error: fc.constantFrom(null, "timeout after 30 s", "outcome unknown: the session ended"),
    durationMs: fc.option(fc.double({ min: 0, max: 9e7, noNaN: true })),
    startedAt: fc.option(
      fc.integer({ min: -9e8, max: 9e8 }).map((at) => new Date(Date.UTC(2026, 5, 1) + at).toISOString()),
    ),
    stdout: output.map(makeExcerpt),
    stderr: output.map(makeExcerpt),
    cwd: fc.constantFrom("", "sub", null, "/elsewhere"),
    branch: fc.constantFrom("main", null, "next"),
    topic: fc.constantFrom("main", null, "pay"),
    sessionId: fc.constantFrom("s-1", null, "s-2"),
    tree: fc.constantFrom(here, "tree-old", "tree-other", null),
    changedWhileRunning: fc.constantFrom([], [], ["a.ts"]),
    testResult: fc.constantFrom(null, null, {
      runner: "vitest",
      passed: 3,
      failed: 1,
      skipped: null,
      line: "3 passed",
    }),
  })
  .map((fields) => makeRecord(fields));

const line = fc.oneof(
  { weight: 8, arbitrary: record.map(encodeFeedback) },
  { weight: 2, arbitrary: record.map((one) => encodeFeedbackStart(one, null)) },
);
const wrong = fc.constantFrom("no json", "\0\0\0", '{"schema_version":9,"command_id":"x"}', "[]", "", "{}", "\ufeff{}");

/** Whole segments, most without damage, some with a torn end, a mark of the byte order or empty lines. */
const segment = fc
  .tuple(
    fc.array(fc.oneof({ weight: 30, arbitrary: line }, { weight: 1, arbitrary: wrong }), {
      minLength: 1,
      maxLength: 14,
    }),
    fc.constantFrom("\n", "\n", "\n", "\n", "", "\n\n", '\n{"torn'),
    fc.constantFrom("", "", "", "", "\ufeff"),
  )
  .map(([lines, end, begin]) => `${begin}${lines.join("\n")}${end}`);
const log = fc.array(segment, { minLength: 2, maxLength: 4 });

function homeWith(segments: readonly string[]): Home {
  const home = makeHome();
  mkdirSync(join(home.path, "feedback"), { recursive: true });
  for (const [at, text] of segments.entries()) writeFileSync(pathOf(home, at + 1), text);
  return home;
}

const pathOf = (home: Home, number: number): string =>
  join(home.path, "feedback", `${String(number).padStart(4, "0")}.jsonl`);
const digestOf = (home: Home, number: number): string =>
  join(home.path, "cache", "segments", `${String(number).padStart(4, "0")}.jsonl`);

/** Every field, whoever holds it. */
function told({ records, damage, logs, placeholders }: HomeFeedback): unknown {
  const fields = Object.keys(makeRecord()) as (keyof FeedbackRecord)[];
  const plain = records.map((one) => Object.fromEntries(fields.map((field) => [field, one[field]])));
  return { records: plain, damage, logs, placeholders };
}

function packetFrom({ records, damage, logs }: HomeFeedback): unknown {
  const feedback = chronological([records]);
  return packetOf({
    feedback,
    damage,
    feedbackLogs: logs,
    recentCommits: [
      { id: "c1", tree: here },
      { id: "c0", tree: "tree-old" },
    ],
    config: { acceptance: ["npm test", "python3 -c print(1)", { command: "grep x y", cwd: "sub", timeout: null }] },
  });
}

const whole = (home: Home): HomeFeedback => readFeedback(home, { whole: true });
const passing = (id: string): string => `${encodeFeedback(makeRecord({ id }))}\n`;

describe("records of a sealed segment", () => {
  test("are those of its lines, and make the same packets", { timeout: 120_000 }, async () => {
    const homes = fc.sample(log, { numRuns: 150, seed: 7 }).map(homeWith);
    await sleep(settled);
    let used = 0;
    let secrets = 0;
    for (const home of homes) {
      const expected = whole(home);
      secrets += expected.placeholders.length;
      for (const _time of ["the digest is made", "it is used"]) {
        const found = readFeedback(home);
        expect(told(found)).toEqual(told(expected));
        expect(packetFrom(readFeedback(home))).toEqual(packetFrom(expected));
      }
      used += existsSync(digestOf(home, 1)) ? 1 : 0;
    }
    // Else this would compare the long way with itself.
    expect(used).toBeGreaterThan(50);
    expect(secrets).toBeGreaterThan(50);
  });

  test("the newest segment has no digest: it grows", async () => {
    const home = homeWith([passing("a"), passing("b")]);
    await sleep(settled);
    readFeedback(home);
    expect(readdirSync(join(home.path, "cache", "segments"))).toEqual(["0001.jsonl"]);
    appendFileSync(pathOf(home, 2), passing("c"));
    expect(readFeedback(home).records.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  });

  test("a command that began in a sealed segment ends in the next one", async () => {
    const began = encodeFeedbackStart(makeRecord({ id: "a" }), null);
    const home = homeWith([`${began}\n`, passing("b")]);
    await sleep(settled);
    expect(readFeedback(home).records.map(({ id, exitCode }) => [id, exitCode])).toEqual([
      ["a", null],
      ["b", 0],
    ]);
    appendFileSync(pathOf(home, 2), passing("a"));
    expect(readFeedback(home).records.map(({ id, exitCode }) => [id, exitCode])).toEqual([
      ["a", 0],
      ["b", 0],
    ]);
  });
});

describe("a digest is of the segment as it lies there", () => {
  const red = (text: string): string => text.replace('"exit_code":0', '"exit_code":1');
  const changes: readonly (readonly [string, (path: string) => void])[] = [
    [
      "edited in place, its size and time as before",
      (path) => {
        const { atime, mtime } = statSync(path);
        writeFileSync(path, red(readFileSync(path, "utf8")));
        utimesSync(path, atime, mtime);
      },
    ],
    [
      "replaced by a file of the same size and time",
      (path) => {
        const { atime, mtime } = statSync(path);
        writeFileSync(`${path}.new`, red(readFileSync(path, "utf8")));
        utimesSync(`${path}.new`, atime, mtime);
        renameSync(`${path}.new`, path);
      },
    ],
    ["written to by a late writer", (path) => appendFileSync(path, passing("late"))],
    ["torn", (path) => truncateSync(path, statSync(path).size - 40)],
    ["filled with zeros", (path) => writeFileSync(path, Buffer.alloc(statSync(path).size))],
    ["removed", (path) => rmSync(path)],
  ];
  test("and of nothing else", { timeout: 30_000 }, async () => {
    const homes = changes.map(() => homeWith([passing("a") + passing("b"), passing("c")]));
    await sleep(settled);
    for (const [at, [name, change]] of changes.entries()) {
      const home = homes[at] ?? makeHome();
      const before = told(readFeedback(home));
      expect(existsSync(digestOf(home, 1))).toBe(true);
      change(pathOf(home, 1));
      expect(told(readFeedback(home)), name).toEqual(told(whole(home)));
      expect(told(readFeedback(home)), name).not.toEqual(before);
    }
  });
});

describe("a digest's file", () => {
  const damages: readonly (readonly [string, (path: string) => void])[] = [
    ["cut", (path) => truncateSync(path, 100)],
    ["empty", (path) => truncateSync(path, 0)],
    ["filled with zeros", (path) => writeFileSync(path, Buffer.alloc(statSync(path).size))],
    [
      "altered",
      (path) => writeFileSync(path, readFileSync(path, "latin1").replace('"exitCode":0', '"exitCode":1'), "latin1"),
    ],
    ["of another segment", (path) => writeFileSync(path, readFileSync(path.replace("0001", "0002")))],
    ["a folder", (path) => (rmSync(path), mkdirSync(path))],
  ];

  test("that is damaged counts as absent", { timeout: 30_000 }, async () => {
    const homes = damages.map(() => homeWith([passing("a"), passing("b"), passing("c")]));
    await sleep(settled);
    for (const [at, [name, damage]] of damages.entries()) {
      const home = homes[at] ?? makeHome();
      readFeedback(home);
      damage(digestOf(home, 1));
      expect(told(readFeedback(home)), name).toEqual(told(whole(home)));
    }
  });

  test("follows from all that it was made under", async () => {
    const home = homeWith([passing("a"), passing("b")]);
    await sleep(settled);
    const folder = createHomeFolder(home.path);
    const bytes = new TextEncoder().encode("value");
    createSegmentDigest(folder, "0001.jsonl", "one").keep(bytes);
    expect(createSegmentDigest(folder, "0001.jsonl", "one").get()).toEqual(bytes);
    expect(createSegmentDigest(folder, "0001.jsonl", "two").get()).toBeNull();
    expect(createSegmentDigest(folder, "0002.jsonl", "one").get()).toBeNull();
  });

  test("of a segment that was changed a moment ago does not count yet", () => {
    const home = homeWith([passing("a"), passing("b")]);
    const digest = createSegmentDigest(createHomeFolder(home.path), "0001.jsonl", "one");
    digest.keep(new Uint8Array(3));
    expect(digest.get()).toBeNull();
  });

  test("is not kept for a segment that changed while it was made", async () => {
    const home = homeWith([passing("a"), passing("b")]);
    await sleep(settled);
    const digest = createSegmentDigest(createHomeFolder(home.path), "0001.jsonl", "one");
    appendFileSync(pathOf(home, 1), passing("late"));
    digest.keep(new Uint8Array(3));
    expect(existsSync(digestOf(home, 1))).toBe(false);
  });

  test("costs nothing when its writer is killed at any moment", { timeout: 60_000 }, async () => {
    const many = Array.from({ length: 400 }, (_, at) => passing(`id-${at}`)).join("");
    const home = homeWith([many, many.replaceAll("id-", "other-"), passing("last")]);
    await sleep(settled);
    const expected = told(whole(home));
    const bin = join(import.meta.dirname, "..", "..", "dist", "cli", "bin.cjs");
    const folder = join(home.path, "..", "work");
    mkdirSync(folder);
    for (const delay of [40, 60, 80, 100, 120, 140, 170, 200, 240, 280, 330, 400]) {
      rmSync(join(home.path, "cache"), { recursive: true, force: true });
      const child = spawn(process.execPath, [bin, "status", "--json"], {
        cwd: folder,
        env: { ...process.env, PASSDOWN_HOME: home.path },
        stdio: "ignore",
      });
      const ended = new Promise((resolve) => child.once("exit", resolve));
      await sleep(delay);
      child.kill("SIGKILL");
      await ended;
      expect(told(readFeedback(home))).toEqual(expected);
      expect(told(readFeedback(home))).toEqual(expected);
    }
  });
});
