import { spawn, spawnSync } from "node:child_process";
import { appendFileSync, cpSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkFinished, type Finished } from "../../load/check-finished.ts";
import { activeOf, namesIn, readChains, readFeedback, type Chain } from "../../load/home-files.ts";
import type { Acknowledged } from "../../load/ledger.ts";
import { playLoad } from "../../load/run-load.ts";

let finished: Finished;
let seen: readonly string[];
let copy: string;

beforeAll(async () => {
  const program = (path: string): string => fileURLToPath(new URL(`../../dist/${path}`, import.meta.url));
  const programs = { cli: program("cli/bin.cjs"), hook: program("hook/passdown-hook.cjs") };
  const played = await playLoad({ sessions: 10, seconds: 6, seed: 3, atOnce: 4, programs });
  ({ finished } = played);
  copy = join(finished.world.folder, "copy");
  cpSync(repository(), copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  seen = played.seen;
}, 240_000);

afterAll(() => rmSync(finished.world.folder, { recursive: true, force: true }));

function repository(): string {
  return finished.world.places[0]?.root ?? "";
}

function restore(): void {
  rmSync(repository(), { recursive: true });
  cpSync(copy, repository(), { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}

const home = (...names: readonly string[]): string => join(finished.world.home, ...names);
const git = (...names: readonly string[]): string => join(repository(), ".git", ...names);

/** The first deed of a kind that the load knows of. */
function deed<K extends Acknowledged["kind"]>(kind: K): Extract<Acknowledged, { kind: K }> {
  const found = finished.ledger.acknowledged.find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`the load did no ${kind}`);
  return found as Extract<Acknowledged, { kind: K }>;
}

function change(path: string, to: (text: string) => string): void {
  const text = readFileSync(path, "utf8");
  const changed = to(text);
  if (changed === text) throw new Error(`nothing to change in ${path}`);
  writeFileSync(path, changed);
}

const without =
  (word: string) =>
  (text: string): string =>
    text
      .split("\n")
      .filter((line) => !line.includes(word))
      .join("\n");

/** A chain with as many records at least. */
function chain(records: number): Chain {
  const found = readChains(finished.world.home).find((one) => one.records.length >= records);
  if (found === undefined) throw new Error(`no chain has ${records} records`);
  return found;
}

function recordPath({ key }: Chain, number: number): string {
  const name = namesIn(home("chains", key))[number - 1] ?? "";
  return home("chains", key, name);
}

function segmentWith(token: string): string {
  const log = readFeedback(finished.world.home).find(({ records }) => JSON.stringify(records).includes(token));
  if (log === undefined) throw new Error(`no feedback of ${token}`);
  return log.path;
}

function deadPid(): number {
  return spawnSync(process.execPath, ["-e", "0"]).pid;
}

function age(path: string): void {
  const longAgo = finished.lastWrite / 1000 - 7200;
  utimesSync(path, longAgo, longAgo);
}

function longestLife(): { readonly pid: number; readonly from: number; readonly until: number } {
  const lives = finished.ledger.clients.map(({ pid, from, until }) => ({ pid, from, until: until ?? Date.now() }));
  const [longest] = lives.toSorted((a, b) => b.until - b.from - (a.until - a.from));
  if (longest === undefined || longest.until - longest.from < 2_500) throw new Error("no client lived long enough");
  return longest;
}

function writeStep(packetId: string, number: number, step: object): void {
  const folder = home("claims", packetId);
  writeFileSync(join(folder, `${String(number).padStart(8, "0")}.json`), `${JSON.stringify({ v: 1, ...step })}\n`);
}

const faults: readonly (readonly [name: string, plant: () => void, report: RegExp])[] = [
  ["a lost note", () => change(home("notes.jsonl"), without(deed("note").text)), /^note load-\S+ is there 0 times/],
  [
    "a note that is there twice",
    () =>
      change(home("notes.jsonl"), (text) => {
        const line = text.split("\n").find((one) => one.includes(deed("note").text)) ?? "";
        return `${text}${line}\n`;
      }),
    /^note load-\S+ is there 2 times/,
  ],
  [
    "a lost record of a command",
    () => change(segmentWith(deed("exec").token), without(deed("exec").token)),
    /^exec load-\S+ has the exit codes \[\]/,
  ],
  [
    "a record with another exit code",
    () => {
      const { token, exitCode } = deed("exec");
      change(segmentWith(token), (text) =>
        text
          .split("\n")
          .map((line) =>
            line.includes(token) ? line.replace(`"exit_code":${exitCode}`, `"exit_code":${exitCode + 1}`) : line,
          )
          .join("\n"),
      );
    },
    /^exec load-\S+ has the exit codes \[\d\], not one/,
  ],
  [
    "a lost command of a transcript",
    () => change(segmentWith(deed("told").token), without(deed("told").token)),
    /^the command load-\S+ of a transcript is no feedback/,
  ],
  [
    "a lost start of a session",
    () => change(home("hook-events.jsonl"), without(`"${deed("session_start").sessionId}"`)),
    /^nobody knows of the start of session/,
  ],
  ["a lost log of calls", () => rmSync(home("calls", deed("tool_call").file)), /has 0 calls of \d+$/],
  [
    "a lost packet",
    () => rmSync(home("packets", deed("packet").packetId), { recursive: true }),
    /^packet \S+ is not there/,
  ],
  [
    "a lost claim",
    () => rmSync(home("claims", deed("claim").packetId), { recursive: true }),
    /^claim \S+ of \S+ is not there/,
  ],
  [
    "two active packets: a file says so",
    () => {
      const one = chain(2);
      const old = one.records.find(({ record }) => record.packetId !== activeOf(one))?.record.packetId ?? "";
      change(home("packets", old, "handoff.json"), (text) =>
        text.replace('"status": "superseded"', '"status": "active"'),
      );
    },
    /^packet \S+ says active, and its chain/,
  ],
  [
    "two active packets: a second chain of the thread",
    () => {
      const { key } = chain(1);
      cpSync(home("chains", key), home("chains", key.replaceAll(/./g, "0")), { recursive: true });
    },
    /^two chains for/,
  ],
  ["a gap in a chain", () => rmSync(recordPath(chain(2), 1)), /a gap before record 2/],
  [
    "a broken chain: other bytes before",
    () => change(recordPath(chain(2), 1), (text) => text.replace('"reason":null', '"reason":"x"')),
    /record 2 was written after other bytes/,
  ],
  [
    "a broken chain: another packet superseded",
    () => change(recordPath(chain(2), 2), (text) => text.replace(/"supersedes":"[^"]+"/, '"supersedes":null')),
    /record 2 supersedes null, active was/,
  ],
  [
    "half a packet",
    () => change(home("packets", deed("packet").packetId, "handoff.json"), (text) => text.slice(0, text.length / 2)),
    /handoff\.json is no JSON/,
  ],
  [
    "half a record of a chain",
    () => change(recordPath(chain(1), 1), (text) => text.slice(0, 40)),
    /chains\/\S+ is no JSON/,
  ],
  [
    "a torn line in the middle of a log",
    () =>
      change(home("notes.jsonl"), (text) => {
        const lines = text.split("\n");
        return [...lines.slice(0, 2), lines[1]?.slice(0, 30), ...lines.slice(2)].join("\n");
      }),
    /^a line that no kill can have torn in notes\.jsonl/,
  ],
  [
    "two lines that fused",
    () => change(home("notes.jsonl"), (text) => text.replace("\n", "")),
    /^a line of more than one writer in notes\.jsonl/,
  ],
  [
    "a log without its last line feed",
    () => change(home("notes.jsonl"), (text) => text.slice(0, -1)),
    /does not end in a line feed/,
  ],
  ["a lock left in the home", () => writeFileSync(home("chain.lock"), ""), /^chain\.lock was left behind/],
  ["a lock left in the repository", () => writeFileSync(git("index.lock"), ""), /index\.lock is not as it was/],
  [
    "an old temp file",
    () => {
      const path = home("tmp", `.tmp-${deadPid()}-0123456789ab`);
      writeFileSync(path, "half");
      age(path);
    },
    /^tmp\/\.tmp-\S+ was left behind, and something was written since/,
  ],
  [
    "a temp file where nobody sweeps",
    () => writeFileSync(home(`.tmp-${deadPid()}-0123456789ab`), ""),
    /lies where nobody sweeps/,
  ],
  [
    "something else among the temp files",
    () => writeFileSync(home("tmp", "scratch"), ""),
    /^tmp\/scratch is no temp file/,
  ],
  [
    "two holders of a claim",
    () => {
      const { pid, from } = longestLife();
      const { packetId } = deed("claim");
      for (const name of namesIn(home("claims", packetId))) rmSync(home("claims", packetId, name));
      const step = (sessionId: string, at: number): object => ({
        kind: "claimed",
        claim: { id: deed("claim").claimId, at: new Date(at).toISOString(), sessionId, holder: { pid } },
      });
      writeStep(packetId, 1, step("s-a", from));
      writeStep(packetId, 2, step("s-b", from + 1));
    },
    /was taken from session s-a while its process lived/,
  ],
  [
    "a changed ref",
    () => writeFileSync(git("refs", "heads", "planted"), readFileSync(git("refs", "heads", "main"))),
    /refs\/heads\/planted is not as it was/,
  ],
  ["a changed index", () => appendFileSync(git("index"), "x"), /\.git\/index is not as it was/],
  [
    "a new object",
    () => void spawnSync("git", ["hash-object", "-w", "--stdin"], { cwd: repository(), input: "planted" }),
    /\.git\/objects\/\S+ is not as it was/,
  ],
  [
    "a changed file of the user's",
    () => appendFileSync(join(repository(), "src", "file-0.ts"), "x"),
    /file-0\.ts is not as it was/,
  ],
  [
    "a lost edit",
    () => {
      const [path] = [...finished.world.edits.keys()].filter((one) => one.startsWith(repository()));
      if (path === undefined) throw new Error("the load edited nothing");
      rmSync(path);
    },
    /^the edit of \S+ is lost/,
  ],
];

test("a whole home has no fault", () => expect([...seen, ...checkFinished(finished)]).toEqual([]));

test.each(faults)("the checker reports %s", (_name, plant, report) => {
  try {
    plant();
    expect(checkFinished(finished)).toContainEqual(expect.stringMatching(report));
  } finally {
    restore();
  }
});

test("the checker reports a process that is left", async () => {
  const env = { ...process.env, PASSDOWN_LOAD: finished.world.mark };
  const orphan = spawn("sleep", ["60"], { env, stdio: "ignore" });
  const gone = new Promise((resolve) => orphan.once("close", resolve));
  try {
    expect(checkFinished(finished)).toContainEqual(`process ${orphan.pid} is left: sleep 60 `);
  } finally {
    orphan.kill("SIGKILL");
    await gone;
  }
});

test("the checker reports what a process said that failed although nobody touched it", () => {
  finished.ledger.failures.push("note: exit 70: a bug");
  try {
    expect(checkFinished(finished)).toContain("note: exit 70: a bug");
  } finally {
    finished.ledger.failures.pop();
  }
});

test("the checker allows what a crash may leave: young temp files, and old ones after which nothing was written", () => {
  try {
    writeFileSync(home("tmp", `.tmp-${deadPid()}-0123456789ab`), "half");
    expect(checkFinished(finished)).toEqual([]);
    const path = home("tmp", `.tmp-${deadPid()}-ba9876543210`);
    writeFileSync(path, "half");
    age(path);
    expect(checkFinished({ ...finished, lastWrite: finished.lastWrite - 3 * 3_600_000 })).toEqual([]);
  } finally {
    restore();
  }
});
